import CommandLineTool
import FoundationEssentials
import Glibc

/// Standard output: lines for people or, with `--json`, one JSON object a line.
struct Output {
  var isJSON: Bool

  func show(_ value: some Encodable, as lines: [String]) throws(Failure) {
    if isJSON { return try showJSON(value) }
    for line in lines { try show(line) }
  }

  /// What people need not see.
  func showJSON(_ value: some Encodable) throws(Failure) {
    if isJSON { try show(Self.json(value)) }
  }

  func show(_ line: String) throws(Failure) {
    guard printLine(line) else { throw Failure("standard output: \(String(cString: strerror(errno)))") }
  }

  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      preconditionFailure("a reply that came as JSON cannot be JSON again: \(error)")
    }
  }
}
