/// Why a call has no reply.
public enum VarlinkCallError: Error, Sendable {
  /// The service answered with an error.
  case service(VarlinkServiceError)
  /// The service's reply is not what was expected of that method.
  case unexpectedReply(method: String, FieldError)
  /// The service closed the connection before it answered.
  case disconnected
  /// The client was closed on this side before the service answered.
  case closed
  /// No service takes a call that is so long, and it was not sent.
  case tooLong(bytes: Int)
  /// The service sent what is not varlink, and was disconnected. Says what.
  case notVarlink(String)
}

extension VarlinkCallError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .service(let error): error.description
    case .unexpectedReply(let method, let error): "the service's reply to \(method) is not understood: \(error)"
    case .disconnected: "the service closed the connection without an answer"
    case .closed: "the connection was closed before the service answered"
    case .tooLong(let bytes):
      "a call of \(bytes) bytes is longer than the \(VarlinkServer.Limits().message) that a service takes"
    case .notVarlink(let what): "the service does not speak varlink: \(what)"
    }
  }
}
