import JSON

/// A call that has come in.
struct IncomingCall {
  let method: MethodName
  let more: Bool
  let oneway: Bool
  /// An object, empty where the call has none.
  let parameters: JSONValue

  /// Nil: the message is not a call.
  init?(_ message: JSONValue) {
    guard case .object(let members) = message, case .string(let method)? = members["method"],
      let more = members.flag("more"), let oneway = members.flag("oneway"), let parameters = members.parameters
    else { return nil }
    self.method = MethodName(method)
    self.more = more
    self.oneway = oneway
    self.parameters = parameters
  }
}

/// A reply that has come in.
struct IncomingReply {
  let continues: Bool
  /// The error's name, where it is one.
  let error: String?
  /// An object, empty where the reply has none.
  let parameters: JSONValue

  /// Nil: the message is not a reply.
  init?(_ message: JSONValue) {
    guard case .object(let members) = message, let continues = members.flag("continues"),
      let parameters = members.parameters
    else { return nil }
    switch members["error"] {
    case .string(let name)?: error = name
    case .null?, nil: error = nil
    default: return nil
    }
    self.continues = continues
    self.parameters = parameters
  }
}

extension [String: JSONValue] {
  /// Whether it holds: not where it is absent or null. Nil: it is not a flag.
  fileprivate func flag(_ name: String) -> Bool? {
    switch self[name] {
    case .bool(let flag)?: flag
    case .null?, nil: false
    default: nil
    }
  }

  /// Only an object will do, or nothing; what is in it is for others to read.
  fileprivate var parameters: JSONValue? {
    switch self["parameters"] {
    case .object(let parameters)?: .object(parameters)
    case .null?, nil: .object([:])
    default: nil
    }
  }
}

/// Messages as they are sent, without their NUL. Flags that do not hold are absent.
enum OutgoingMessage {
  static func call(
    _ method: String, _ parameters: some Encodable, more: Bool = false, oneway: Bool = false
  ) -> [UInt8] {
    let flags = (more ? #","more":true"# : "") + (oneway ? #","oneway":true"# : "")
    return json(#"{"method":"#, method, "") + json(#","parameters":"#, parameters, flags + "}")
  }

  static func reply(_ parameters: some Encodable, continues: Bool = false) -> [UInt8] {
    json(#"{"parameters":"#, parameters, continues ? #","continues":true}"# : "}")
  }

  static func error(_ name: String, _ parameters: some Encodable) -> [UInt8] {
    json(#"{"error":"#, name, "") + json(#","parameters":"#, parameters, "}")
  }

  /// A value with what stands before and behind it.
  private static func json(_ before: String, _ value: some Encodable, _ after: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(usualLength)
    bytes += before.utf8
    do {
      try JSONDraft(value).write(to: &bytes)
    } catch {
      preconditionFailure("a message that cannot be JSON was to be sent: \(error)")
    }
    bytes += after.utf8
    return bytes
  }

  /// In bytes: most messages are shorter.
  private static let usualLength = 200
}
