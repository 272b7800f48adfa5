import Glibc

/// A blocking connection that sends whatever it is told. For one thread.
final class RawConnection {
  /// How long an answer may take before it counts as missing, in seconds.
  private static let patience = 60

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)
  /// Where the first message begins that was not taken yet.
  private var start = 0

  /// Waits where so many others connect that the daemon takes no more for the moment.
  init(_ path: String) throws(SoakError) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let connected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { throw SoakError("connect: \(String(cString: strerror(errno)))") }
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// False: the other end is closed.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next message without its NUL; nil where the other end has closed.
  func receive() throws(SoakError) -> ArraySlice<UInt8>? {
    var scanned = start
    while true {
      if let end = bytes[scanned...].firstIndex(of: 0) {
        defer { start = end + 1 }
        return bytes[start..<end]
      }
      bytes.removeSubrange(..<start)
      start = 0
      scanned = bytes.count
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count >= 0 || errno != EAGAIN else { throw SoakError("no answer within \(Self.patience) s") }
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
    }
  }
}

/// Runs `body` on a thread of its own.
func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let error = pthread_create(
    &thread, nil,
    { context in
      Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  precondition(error == 0, "no thread: \(String(cString: strerror(error)))")
  pthread_detach(thread)
}

/// Whether a text lies somewhere in these bytes.
func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
  let text = Array(text.utf8)
  return bytes.indices.contains { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
}
