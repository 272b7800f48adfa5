import JSON

/// Reads one JSON value (RFC 8259), strictly: the bytes are valid UTF-8 and nothing but that value, which is nested no
/// deeper than a limit, and its text is Unicode.
struct JSONParser {
  struct Malformed: Error {}

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// How many more arrays and objects may be opened inside one another.
  private var depth: Int

  /// Of members with the same name, the first counts.
  ///
  /// - Parameter depth: arrays and objects inside one another, the outermost counted.
  static func parse(_ bytes: ArraySlice<UInt8>, depth: Int) throws(Malformed) -> JSONValue {
    guard (try? UTF8Span(validating: bytes.span)) != nil else { throw Malformed() }
    var parser = JSONParser(bytes: bytes, position: bytes.startIndex, depth: depth)
    let value = try parser.value()
    guard parser.next == nil else { throw Malformed() }
    return value
  }

  private var current: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  /// The next byte that is not white space, and does not pass it.
  private var next: UInt8? {
    mutating get {
      while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
      return current
    }
  }

  private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: expected) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(Malformed) -> JSONValue {
    switch next {
    case UInt8(ascii: "{"): .object(try members())
    case UInt8(ascii: "["): .array(try elements())
    case UInt8(ascii: "\""): .string(try string())
    case UInt8(ascii: "t"): try literal("true", .bool(true))
    case UInt8(ascii: "f"): try literal("false", .bool(false))
    case UInt8(ascii: "n"): try literal("null", .null)
    default: try number()
    }
  }

  // MARK: Arrays and objects

  private mutating func elements() throws(Malformed) -> [JSONValue] {
    var elements: [JSONValue] = []
    try nested("]") { parser throws(Malformed) in elements.append(try parser.value()) }
    return elements
  }

  private mutating func members() throws(Malformed) -> [String: JSONValue] {
    // As many as most messages have, so that it is not made anew for each.
    var members = [String: JSONValue](minimumCapacity: 4)
    try nested("}") { parser throws(Malformed) in
      guard parser.next != nil else { throw Malformed() }
      let name = try parser.string()
      guard parser.next != nil, parser.skip(":") else { throw Malformed() }
      let value = try parser.value()
      if members[name] == nil { members[name] = value }
    }
    return members
  }

  private mutating func nested(
    _ end: Unicode.Scalar, element: (inout JSONParser) throws(Malformed) -> Void
  ) throws(Malformed) {
    guard depth > 0 else { throw Malformed() }
    depth -= 1
    defer { depth += 1 }
    position += 1
    guard next != UInt8(ascii: end) else {
      position += 1
      return
    }
    while true {
      try element(&self)
      guard let byte = next else { throw Malformed() }
      position += 1
      if byte == UInt8(ascii: end) { return }
      guard byte == UInt8(ascii: ",") else { throw Malformed() }
    }
  }

  // MARK: Strings

  private mutating func string() throws(Malformed) -> String {
    guard skip("\"") else { throw Malformed() }
    var text = ""
    /// Where that begins which is not in `text` yet.
    var start = position
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        let rest = String(decoding: bytes[start..<position], as: UTF8.self)
        position += 1
        return text.isEmpty ? rest : text + rest
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[start..<position], as: UTF8.self)
        position += 1
        text += try escaped()
        start = position
      case 0..<0x20: throw Malformed()
      default: position += 1
      }
    }
    throw Malformed()
  }

  /// What stands behind a backslash.
  private mutating func escaped() throws(Malformed) -> String {
    guard let byte = current else { throw Malformed() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode()
    default: throw Malformed()
    }
  }

  /// `XXXX`, and the `\uXXXX` behind it where it takes two. Half of such a pair is no text.
  private mutating func unicode() throws(Malformed) -> String {
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]), skip("\\"), skip("u") { units.append(try codeUnit()) }
    guard let text = String(validating: units, as: UTF16.self) else { throw Malformed() }
    return text
  }

  private mutating func codeUnit() throws(Malformed) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Malformed() }
      position += 1
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  // MARK: The rest

  private mutating func literal(_ word: String, _ value: JSONValue) throws(Malformed) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw Malformed() }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(Malformed) -> JSONValue {
    let start = position
    _ = skip("-")
    guard skip("0") || digits() else { throw Malformed() }
    let endOfInteger = position
    if skip("."), !digits() { throw Malformed() }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      guard digits() else { throw Malformed() }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if position == endOfInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text) else { throw Malformed() }
    return .number(number)
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position > start
  }
}
