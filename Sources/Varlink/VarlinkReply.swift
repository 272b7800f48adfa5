import JSON

/// A reply that is not an error.
public struct VarlinkReply: Sendable {
  /// The method that was called.
  public let method: String
  /// Another reply follows.
  public let continues: Bool
  private let parameters: JSONValue

  init(to method: String, continues: Bool, parameters: JSONValue) {
    self.method = method
    self.continues = continues
    self.parameters = parameters
  }

  /// Throws ``VarlinkCallError/unexpectedReply(method:_:)`` where they are not as `Parameters` must be.
  /// ``JSONValue`` takes any.
  public func parameters<Parameters: Decodable>(as type: Parameters.Type) throws(VarlinkCallError) -> Parameters {
    do {
      return try parameters.decoded(as: type)
    } catch {
      throw .unexpectedReply(method: method, error)
    }
  }
}

/// The error that a service answered with.
public struct VarlinkServiceError: Error, Sendable {
  /// The full name, such as `org.varlink.service.MethodNotFound`.
  public let name: String
  private let parameters: JSONValue

  init(_ name: String, parameters: JSONValue) {
    self.name = name
    self.parameters = parameters
  }

  /// Throws a ``FieldError`` where they are not as `Parameters` must be. ``JSONValue`` takes any.
  public func parameters<Parameters: Decodable>(as type: Parameters.Type) throws(FieldError) -> Parameters {
    try parameters.decoded(as: type)
  }
}

extension VarlinkServiceError: CustomStringConvertible {
  /// `io.example.Music.NoSuchSong (title: Yesterday)`; the standard errors as a sentence.
  public var description: String {
    let fields = (try? parameters(as: [String: JSONValue].self)) ?? [:]
    func field(_ name: String) -> String { fields[name]?.description ?? "?" }
    switch name {
    case "org.varlink.service.InterfaceNotFound": return "the service has no interface \(field("interface"))"
    case "org.varlink.service.MethodNotFound": return "the service has no method \(field("method"))"
    case "org.varlink.service.MethodNotImplemented": return "the service does not implement \(field("method"))"
    case "org.varlink.service.InvalidParameter": return "the service refuses the parameter \(field("parameter"))"
    case "org.varlink.service.ExpectedMore": return "the method answers only calls that take several replies"
    default: return fields.isEmpty ? name : "\(name) (\(JSONValue.object(fields)))"
    }
  }
}
