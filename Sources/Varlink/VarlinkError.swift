/// An error that a service answers a call with: a name, and parameters as the interface describes them.
///
/// Interfaces define their own as static members or functions; those of `org.varlink.service` are here.
public struct VarlinkError: Error, Sendable {
  /// The full name, such as `org.varlink.service.MethodNotFound`.
  public let name: String
  public let parameters: any Encodable & Sendable

  public init(_ name: String, _ parameters: any Encodable & Sendable = NoParameters()) {
    self.name = name
    self.parameters = parameters
  }
}

extension VarlinkError {
  /// As it is sent.
  var message: [UInt8] { Self.message(name, parameters) }

  private static func message(_ name: String, _ parameters: some Encodable) -> [UInt8] {
    OutgoingMessage.error(name, parameters)
  }
}

extension VarlinkError {
  /// The service has no such interface.
  public static func interfaceNotFound(_ interface: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InterfaceNotFound", ["interface": interface])
  }

  /// The interface has no such method; `method` is its full name.
  public static func methodNotFound(_ method: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotFound", ["method": method])
  }

  /// The interface describes the method, and this service does not have it; `method` is its full name.
  public static func methodNotImplemented(_ method: String) -> VarlinkError {
    VarlinkError("org.varlink.service.MethodNotImplemented", ["method": method])
  }

  /// A parameter is missing, unknown or wrong.
  public static func invalidParameter(_ parameter: String) -> VarlinkError {
    VarlinkError("org.varlink.service.InvalidParameter", ["parameter": parameter])
  }

  /// The method answers only calls with `more`.
  public static let expectedMore = VarlinkError("org.varlink.service.ExpectedMore")
}
