import CSystemd
import Glibc

/// An entry of systemd's journal.
public struct JournalEntry: Sendable {
  /// How much it matters, as syslog counts.
  public enum Priority: Int, Sendable {
    case error = 3
    case warning, notice, info, debug
  }

  private var fields: [(name: String, value: String)]

  /// - Parameter message: one line for the person.
  public init(_ message: String, _ priority: Priority, program: String) {
    fields = [("MESSAGE", message), ("PRIORITY", "\(priority.rawValue)"), ("SYSLOG_IDENTIFIER", program)]
  }

  /// Adds a field to look for.
  ///
  /// - Parameter name: capital letters and underscores, of which the first is a letter.
  public mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

  /// Writes it. Where there is no journal nothing happens.
  public func send() {
    var vectors = fields.map { name, value in
      let bytes = Array("\(name)=\(value)".utf8)
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      copy.copyBytes(from: bytes)
      return iovec(iov_base: copy.baseAddress, iov_len: bytes.count)
    }
    defer { for vector in vectors { vector.iov_base?.deallocate() } }
    sd_journal_sendv(&vectors, Int32(vectors.count))
  }

  /// Whether what is written to standard error goes to the journal: systemd then names the file in `JOURNAL_STREAM`.
  public static func receivesStandardError() -> Bool {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }
}
