import Glibc

/// Reading what the kernel tells in files.
enum SystemFile {
  /// A file's text without white space at its end; nil where it cannot be read.
  static func text(_ path: String) -> Substring? {
    // The kernel calls these files empty: they are read to their end and not to their size.
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
    let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    return Substring(decoding: bytes[..<end], as: UTF8.self)
  }

  /// The fields of a file; none where it cannot be read.
  static func fields(_ path: String) -> [Substring: String] { text(path)?.fields ?? [:] }
}

extension StringProtocol where SubSequence == Substring {
  /// Of lines such as `name: value`. Of a name that is there twice, the first.
  var fields: [Substring: String] {
    let pairs = split(separator: "\n").compactMap { line -> (Substring, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].trimmed, String(line[line.index(after: colon)...].trimmed))
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return self[first...last]
  }
}
