import Glibc

/// Why a server cannot listen.
public enum VarlinkListenError: Error, Equatable, Sendable {
  /// The path is empty, or longer than a socket's address holds (107 bytes).
  case unusablePath(String)
  /// Something that is not a socket lies at the path. It is left alone.
  case notASocket(path: String)
  /// Another process listens there, or is about to.
  ///
  /// - Parameter process: the one that listens; nil while it is only about to.
  case inUse(path: String, process: pid_t?)
  /// The descriptor that was handed over is not a listening Unix stream socket.
  case notListening(descriptor: Int32)
  /// A system call failed.
  case failed(call: String, path: String, errno: Int32)
}

extension VarlinkListenError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unusablePath(let path):
      "\(path): a socket's path has 1 to \(UnixAddress.longestPath) bytes"
    case .notASocket(let path):
      "\(path): is not a socket, and is left alone"
    case .inUse(let path, let process?):
      "\(path): process \(process) listens there already"
    case .inUse(let path, nil):
      "\(path): another process is about to listen there"
    case .notListening(let descriptor):
      "file descriptor \(descriptor): is not a listening Unix stream socket"
    case .failed(let call, let path, let errno):
      "\(path): \(call): \(String(cString: strerror(errno)))"
    }
  }
}
