import Glibc

/// Messages on their way out, as far as the socket would not take them yet.
struct OutputBuffer {
  enum Outcome {
    case sent
    /// The socket is full: go on when it is writable.
    case blocked
    /// The other end is gone, and what waited for it was let go.
    case failed
  }

  private var bytes: [UInt8] = []
  private var sent = 0

  /// How many bytes wait.
  var waiting: Int { bytes.count - sent }
  var isEmpty: Bool { waiting == 0 }

  /// Adds a message and the NUL that ends it.
  mutating func append(_ message: [UInt8]) {
    // What was sent is given back once it is the larger part: then each byte is moved once on average.
    if sent > bytes.count / 2 {
      bytes.removeSubrange(..<sent)
      sent = 0
    }
    bytes += message
    bytes.append(0)
  }

  /// Writes as much as a non-blocking socket takes.
  mutating func flush(to descriptor: Int32) -> Outcome {
    while !isEmpty {
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress! + sent, waiting, Int32(MSG_NOSIGNAL)) }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        return .blocked
      } else if errno != EINTR {
        removeAll()
        return .failed
      }
    }
    removeAll()
    return .sent
  }

  mutating func removeAll() {
    // A long answer's memory is not kept for the short ones that follow.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 64 << 10)
    sent = 0
  }
}
