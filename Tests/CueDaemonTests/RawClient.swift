import EventLoop
import FoundationEssentials
import Glibc
import JSON
import Varlink

/// A socket to the daemon that sends whatever it is told.
@EventLoop
final class RawClient {
  private let descriptor: Int32
  private var watch: FileWatch?
  private var bytes: [UInt8] = []
  /// Whether the daemon has closed the connection.
  private(set) var isClosed = false

  init(_ daemon: DaemonProcess) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: daemon.socket.utf8) }
    let connected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { throw Failure("connect: \(String(cString: strerror(errno)))") }
    watch = FileWatch(descriptor, .readable) { [weak self] _ in self?.read() }
  }

  /// Sends all of it, or as much as the daemon takes before it closes the connection.
  func send(_ bytes: some Collection<UInt8>) async throws {
    var rest = Array(bytes)[...]
    try await until("the daemon to read") {
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count >= 0 else { return errno != EAGAIN }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Sends a message with its NUL.
  func send(_ message: String) async throws { try await send(Array(message.utf8) + [0]) }

  /// What came so far, without the NUL bytes.
  var messages: [String] { bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } }

  /// The answer to one call.
  func answer(to message: String) async throws -> JSONValue {
    let count = messages.count
    try await send(message)
    try await until("an answer to \(message)") { bytes.last == 0 && messages.count > count || isClosed }
    guard let answer = messages.last, messages.count > count else { return .null }
    return try JSONDecoder().decode(JSONValue.self, from: Data(answer.utf8))
  }

  /// Leaves what comes in the socket.
  func stopReading() { watch?.interest = [] }

  /// Hangs up.
  func close() {
    guard watch != nil else { return }
    watch = nil
    Glibc.close(descriptor)
  }

  isolated deinit { close() }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count > 0 {
      bytes += chunk[..<count]
    } else if count == 0 || errno != EAGAIN {
      isClosed = true
      watch?.interest = []
    }
  }
}
