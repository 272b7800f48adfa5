import EventLoop

extension VarlinkInterface {
  private static let serviceName = "org.varlink.service"

  /// `org.varlink.service`, which every service has: what it is, and what its interfaces are.
  static func service(_ service: VarlinkServer.Service, describing others: [VarlinkInterface]) -> VarlinkInterface {
    let info = ServiceInfo(
      vendor: service.vendor, product: service.product, version: service.version, url: service.url,
      interfaces: [serviceName] + others.map(\.name))
    var descriptions = Dictionary(uniqueKeysWithValues: others.map { ($0.name, $0.description) })
    descriptions[serviceName] = serviceDescription

    return VarlinkInterface(name: serviceName, description: serviceDescription) { [descriptions] call in
      call.answer { call throws(VarlinkError) in
        switch call.member {
        case "GetInfo":
          _ = try call.parameters(as: NoParameters.self)
          call.reply(info)
        case "GetInterfaceDescription":
          let name = try call.parameters(as: InterfaceName.self).interface
          guard let description = descriptions[name] else { throw .interfaceNotFound(name) }
          call.reply(["description": description])
        default:
          throw .methodNotFound(call.method)
        }
      }
    }
  }

  private struct ServiceInfo: Encodable {
    let vendor, product, version, url: String
    let interfaces: [String]
  }

  private struct InterfaceName: Decodable {
    let interface: String

    private enum CodingKeys: CodingKey, CaseIterable { case interface }

    init(from decoder: any Decoder) throws {
      interface = try StrictFields<CodingKeys>(decoder).required(.interface)
    }
  }

  private static let serviceDescription = """
    # What every varlink service has: it says what the service is and describes its interfaces.
    interface org.varlink.service

    # The service, and the names of its interfaces.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # An interface in varlink's definition language.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # The service has no such interface.
    error InterfaceNotFound (interface: string)

    # The interface has no such method.
    error MethodNotFound (method: string)

    # The interface describes the method, and this service does not have it.
    error MethodNotImplemented (method: string)

    # A parameter is missing, unknown or wrong.
    error InvalidParameter (parameter: string)

    # The method answers only calls with "more".
    error ExpectedMore ()

    """
}
