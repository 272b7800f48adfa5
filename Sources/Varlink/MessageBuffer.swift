import Glibc
import JSON

/// Bytes that came in, cut into messages at their NUL bytes. Every byte is looked at once and moved at most once.
struct MessageBuffer {
  enum Fill {
    case some
    /// Nothing is there at present.
    case nothing
    /// The other end sends no more.
    case ended
  }

  enum Invalid: Error {
    case tooLong
    case notJSON
  }

  private static let chunk = 32 << 10

  private let limit: Int
  private let nesting: Int
  private var bytes: [UInt8] = []
  /// Where the first message begins that was not taken yet.
  private var start = 0
  /// No NUL lies between `start` and here.
  private var scanned = 0

  /// - Parameters:
  ///   - limit: a message's bytes at most, without its NUL.
  ///   - nesting: how deep its arrays and objects may lie inside one another.
  init(limit: Int, nesting: Int) {
    self.limit = limit
    self.nesting = nesting
  }

  /// Reads once from a non-blocking socket, 32 KiB at most.
  mutating func fill(from descriptor: Int32) -> Fill {
    withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { chunk in
      let count = recv(descriptor, chunk.baseAddress, chunk.count, 0)
      guard count > 0 else {
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .ended
      }
      append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      return .some
    }
  }

  /// Whether ``next()`` has something to say without more bytes.
  var hasMessage: Bool { bytes[scanned...].contains(0) }

  mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes.removeSubrange(..<start)
    scanned -= start
    start = 0
    bytes.append(contentsOf: new)
  }

  /// The next complete message, or nil if there is none yet.
  ///
  /// Throws where it is longer than the limit, complete or not, or where it is not well-formed JSON.
  mutating func next() throws(Invalid) -> JSONValue? {
    let end = bytes[scanned...].firstIndex(of: 0)
    guard (end ?? bytes.count) - start <= limit else { throw .tooLong }
    guard let end else {
      scanned = bytes.count
      return nil
    }
    defer {
      start = end + 1
      scanned = start
    }
    do {
      return try JSONParser.parse(bytes[start..<end], depth: nesting)
    } catch {
      throw .notJSON
    }
  }
}
