import Glibc

/// Why a client cannot connect.
public enum VarlinkConnectionError: Error, Equatable, Sendable {
  /// The path is empty, or longer than a socket's address holds (107 bytes).
  case unusablePath(String)
  /// Nobody listens there: there is no socket, or one that was left behind.
  case nobodyListens(path: String)
  /// It is the service of another user.
  case anotherUsers(path: String)
  /// More clients wait than the service takes: it has stopped answering.
  case overrun(path: String)
  /// A system call failed.
  case failed(call: String, path: String, errno: Int32)
}

extension VarlinkConnectionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unusablePath(let path):
      "\(path): a socket's path has 1 to \(UnixAddress.longestPath) bytes"
    case .nobodyListens(let path):
      "\(path): nobody listens there"
    case .anotherUsers(let path):
      "\(path): it is another user's, and serves nobody else"
    case .overrun(let path):
      "\(path): the service has stopped answering"
    case .failed(let call, let path, let errno):
      "\(path): \(call): \(String(cString: strerror(errno)))"
    }
  }
}
