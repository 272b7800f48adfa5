import CommandLineTool
import Cue
import Glibc

/// The text that standard input has.
enum SpokenInput {
  /// No text of that many bytes has few enough characters.
  static let longest = 4 * Event.Limits.text.upperBound

  static let tooLong = Failure(
    "TEXT: must have 1 to \(Event.Limits.text.upperBound) characters, and has more", status: ExitStatus.usage)

  /// Reads standard input to its end, and leaves out the line breaks there.
  static func read() throws(Failure) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure("standard input: \(String(cString: strerror(errno)))") }
      if count == 0 { break }
      bytes += chunk[..<count]
      if bytes.count > longest { throw tooLong }
    }
    while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
