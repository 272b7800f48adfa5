import CLinux
import Glibc

/// The address of a Unix socket in the file system.
struct UnixAddress {
  private var address = sockaddr_un()

  /// The longest path that an address holds, in bytes.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Nil where the path is empty, longer than ``longestPath``, or has a NUL in it.
  init?(path: String) {
    let bytes = Array(path.utf8)
    guard 1...Self.longestPath ~= bytes.count, !bytes.contains(0) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  func bind(_ descriptor: Int32) -> Int32 {
    withPointer { Glibc.bind(descriptor, $0, $1) }
  }

  func connect(_ descriptor: Int32) -> Int32 {
    withPointer { Glibc.connect(descriptor, $0, $1) }
  }

  private func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  /// A new stream socket that neither blocks nor is inherited by other programs; -1 with errno.
  static func makeSocket() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
  }
}

/// Who is at the other end of a Unix socket (SO_PEERCRED).
struct PeerCredentials {
  var process: pid_t = 0
  var user: uid_t = 0

  init?(of descriptor: Int32) {
    guard linux_peer_credentials(descriptor, &process, &user) == 0 else { return nil }
  }
}
