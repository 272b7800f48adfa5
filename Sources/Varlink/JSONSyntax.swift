/// Checks that bytes are one JSON value (RFC 8259) in valid UTF-8, nested no deeper than a limit.
///
/// JSONDecoder looks only at what it is asked for: it lets broken numbers, escapes and encodings pass in the rest, and
/// calls itself for every level of nesting. So messages from outside pass through here first.
struct JSONSyntax {
  private let bytes: [UInt8]
  private var position = 0
  /// How many more arrays and objects may be opened inside one another.
  private var depth: Int

  /// - Parameter depth: arrays and objects inside one another, the outermost counted.
  static func isValid(_ bytes: [UInt8], depth: Int) -> Bool {
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return false }
    var syntax = JSONSyntax(bytes: bytes, depth: depth)
    return syntax.value() && syntax.next == nil
  }

  private init(bytes: [UInt8], depth: Int) {
    self.bytes = bytes
    self.depth = depth
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

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

  private mutating func value() -> Bool {
    switch next {
    case UInt8(ascii: "{"): nested("}") { $0.member() }
    case UInt8(ascii: "["): nested("]") { $0.value() }
    case UInt8(ascii: "\""): string()
    case UInt8(ascii: "t"): literal("true")
    case UInt8(ascii: "f"): literal("false")
    case UInt8(ascii: "n"): literal("null")
    default: number()
    }
  }

  private mutating func nested(_ end: Unicode.Scalar, element: (inout JSONSyntax) -> Bool) -> Bool {
    guard depth > 0 else { return false }
    depth -= 1
    defer { depth += 1 }
    position += 1
    if next == UInt8(ascii: end) { return skip(end) }
    while true {
      guard element(&self), let byte = next else { return false }
      position += 1
      if byte == UInt8(ascii: end) { return true }
      guard byte == UInt8(ascii: ",") else { return false }
    }
  }

  private mutating func member() -> Bool {
    guard next != nil, string(), next != nil, skip(":") else { return false }
    return value()
  }

  private mutating func string() -> Bool {
    guard skip("\"") else { return false }
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"): guard escape() else { return false }
      case 0..<0x20: return false
      default: continue
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let byte = current else { return false }
    position += 1
    if byte == UInt8(ascii: "u") { return hexadecimal() && hexadecimal() && hexadecimal() && hexadecimal() }
    return #""\/bfnrt"#.utf8.contains(byte)
  }

  private mutating func hexadecimal() -> Bool {
    guard let byte = current, Character(Unicode.Scalar(byte)).isHexDigit else { return false }
    position += 1
    return true
  }

  private mutating func literal(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      guard bytes[position...].starts(with: word) else { return false }
      position += word.count
      return true
    }
  }

  private mutating func number() -> Bool {
    _ = skip("-")
    guard skip("0") || digits() else { return false }
    if skip("."), !digits() { return false }
    guard skip("e") || skip("E") else { return true }
    _ = skip("+") || skip("-")
    return digits()
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position > start
  }
}
