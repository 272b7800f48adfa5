/// Reads JSON5 (json5.org), the JSON that people write: with comments, trailing commas, names without quotes, strings in
/// single quotes. Numbers must be finite, since JSON, as which it is written again, has no others.
public struct JSON5Reader {
  /// What is no JSON5, and where.
  public struct Malformed: Error, Equatable, Sendable {
    /// Counted from 1.
    public let line: Int
    /// What was expected or is wrong, as a sentence's part.
    public let reason: String
  }

  /// A member of the outermost object.
  public struct Member: Equatable, Sendable {
    public let name: String
    /// Where its name stands, counted from 1.
    public let line: Int
    public let value: JSONValue
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var line = 1
  /// How many more arrays and objects may be opened inside one another.
  private var depth: Int

  private init(_ scalars: [Unicode.Scalar], depth: Int) {
    self.scalars = scalars
    self.depth = depth
  }

  /// The members of the one object that a text is, in their order.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - depth: how deep arrays and objects may lie inside one another, the outermost counted.
  public static func members(of bytes: [UInt8], depth: Int) throws(Malformed) -> [Member] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Malformed(line: 1, reason: "the text is not UTF-8")
    }
    var reader = JSON5Reader(Array(text.unicodeScalars), depth: depth)
    try reader.skipSpace()
    guard reader.current == "{" else { throw reader.malformed("an object is expected, in braces") }
    let members = try reader.members()
    try reader.skipSpace()
    guard reader.current == nil else { throw reader.malformed("something stands behind the object") }
    return members
  }

  private func malformed(_ reason: String) -> Malformed { Malformed(line: line, reason: reason) }

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }
  private var following: Unicode.Scalar? { position + 1 < scalars.count ? scalars[position + 1] : nil }

  private mutating func advance() {
    let isLineEnd = scalars[position].endsLine && !(scalars[position] == "\r" && following == "\n")
    if isLineEnd { line += 1 }
    position += 1
  }

  private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    guard current == expected else { return false }
    advance()
    return true
  }

  /// Passes white space and comments.
  private mutating func skipSpace() throws(Malformed) {
    while let scalar = current {
      if scalar == "/" {
        try skipComment()
      } else if scalar.isSpace {
        advance()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(Malformed) {
    switch following {
    case "/":
      while let scalar = current, !scalar.endsLine { advance() }
    case "*":
      let start = malformed("a comment has no end")
      advance()
      advance()
      while !(current == "*" && following == "/") {
        guard current != nil else { throw start }
        advance()
      }
      advance()
      advance()
    default: throw malformed("a lone / is no comment")
    }
  }
}

// MARK: - Values

extension JSON5Reader {
  private mutating func value() throws(Malformed) -> JSONValue {
    try skipSpace()
    switch current {
    case "{":
      var object: [String: JSONValue] = [:]
      for member in try members() { object[member.name] = member.value }
      return .object(object)
    case "[": return .array(try elements())
    case "\"", "'": return .string(try string())
    case let scalar? where scalar.beginsNumber: return try number()
    default: return try literal()
    }
  }

  private mutating func elements() throws(Malformed) -> [JSONValue] {
    var elements: [JSONValue] = []
    try nested("]") { reader throws(Malformed) in elements.append(try reader.value()) }
    return elements
  }

  private mutating func members() throws(Malformed) -> [Member] {
    var members: [Member] = []
    try nested("}") { reader throws(Malformed) in
      let line = reader.line
      let name = try reader.name()
      try reader.skipSpace()
      guard reader.skip(":") else { throw reader.malformed("a colon is expected behind \(name)") }
      members.append(Member(name: name, line: line, value: try reader.value()))
    }
    return members
  }

  private mutating func nested(
    _ end: Unicode.Scalar, element: (inout JSON5Reader) throws(Malformed) -> Void
  ) throws(Malformed) {
    guard depth > 0 else { throw malformed("too many braces or brackets lie inside one another") }
    depth -= 1
    defer { depth += 1 }
    advance()
    try skipSpace()
    while !skip(end) {
      try element(&self)
      try skipSpace()
      guard skip(",") || current == end else { throw malformed("a comma or \(end) is expected") }
      try skipSpace()
    }
  }

  private mutating func literal() throws(Malformed) -> JSONValue {
    let line = line
    switch try identifier() {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "Infinity", "NaN": throw Malformed(line: line, reason: "a number must be finite")
    case "": throw Malformed(line: line, reason: "a value is expected")
    case let word: throw Malformed(line: line, reason: "\(word) is no value: text stands in quotes")
    }
  }

  private mutating func name() throws(Malformed) -> String {
    if current == "\"" || current == "'" { return try string() }
    let name = try identifier()
    guard !name.isEmpty else { throw malformed("a name is expected") }
    return name
  }

  /// A name of ECMAScript's; empty where none begins here.
  private mutating func identifier() throws(Malformed) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = current {
      if scalar == "\\" {
        advance()
        guard skip("u"), let escaped = Unicode.Scalar(try hexadecimal(digits: 4)), escaped.belongsToName else {
          throw malformed("an escape in a name must be \\u and a letter's four digits")
        }
        name.append(escaped)
      } else if name.isEmpty ? scalar.beginsName : scalar.belongsToName {
        name.append(scalar)
        advance()
      } else {
        break
      }
    }
    return String(name)
  }
}

// MARK: - Numbers

extension JSON5Reader {
  private mutating func number() throws(Malformed) -> JSONValue {
    let isNegative = current == "-"
    if current == "-" || current == "+" { advance() }
    if current == "0", following == "x" || following == "X" {
      advance()
      advance()
      return try hexadecimalNumber(isNegative: isNegative)
    }
    if current?.beginsName == true { throw malformed("a sign stands before a finite number") }
    var text = isNegative ? "-" : ""
    let whole = digits()
    var isWhole = true
    text += whole.isEmpty ? "0" : whole
    if skip(".") {
      isWhole = false
      let fraction = digits()
      guard !(whole.isEmpty && fraction.isEmpty) else { throw malformed("a number has no digits") }
      text += "." + (fraction.isEmpty ? "0" : fraction)
    }
    guard !isWhole || !whole.isEmpty else { throw malformed("a number has no digits") }
    guard whole.count < 2 || !whole.hasPrefix("0") else { throw malformed("a number begins with 0") }
    if skip("e") || skip("E") {
      isWhole = false
      text += "e"
      if current == "-" || current == "+" {
        text.unicodeScalars.append(scalars[position])
        advance()
      }
      let exponent = digits()
      guard !exponent.isEmpty else { throw malformed("an exponent has no digits") }
      text += exponent
    }
    guard current?.belongsToName != true else { throw malformed("a number ends in a letter") }
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw malformed("a number must be finite") }
    return Int64(exactly: number).map { .integer($0) } ?? .number(number)
  }

  private mutating func hexadecimalNumber(isNegative: Bool) throws(Malformed) -> JSONValue {
    var digits = isNegative ? "-" : ""
    while let scalar = current, scalar.properties.isASCIIHexDigit {
      digits.unicodeScalars.append(scalar)
      advance()
    }
    guard let number = Int64(digits, radix: 16), current?.belongsToName != true else {
      throw malformed("a hexadecimal number must have digits, and at most 63 bits")
    }
    return .integer(number)
  }

  private mutating func digits() -> String {
    var digits = String.UnicodeScalarView()
    while let scalar = current, ("0"..."9").contains(scalar) {
      digits.append(scalar)
      advance()
    }
    return String(digits)
  }
}

// MARK: - Strings

extension JSON5Reader {
  private mutating func string() throws(Malformed) -> String {
    let unfinished = malformed("a string has no end")
    guard let quote = current else { throw unfinished }
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = current {
      switch scalar {
      case quote:
        advance()
        return String(text)
      case "\\":
        advance()
        text.append(contentsOf: try escaped())
      case "\n", "\r": throw unfinished
      default:
        text.append(scalar)
        advance()
      }
    }
    throw unfinished
  }

  /// What stands behind a backslash.
  private mutating func escaped() throws(Malformed) -> [Unicode.Scalar] {
    guard let scalar = current else { throw malformed("a string has no end") }
    if scalar == "\r", following == "\n" { advance() }
    advance()
    switch scalar {
    case "b": return ["\u{8}"]
    case "f": return ["\u{C}"]
    case "n": return ["\n"]
    case "r": return ["\r"]
    case "t": return ["\t"]
    case "v": return ["\u{B}"]
    case "0" where current.map { !("0"..."9").contains($0) } ?? true: return ["\0"]
    case "x": return [Unicode.Scalar(UInt8(try hexadecimal(digits: 2)))]
    case "u": return [try unicode()]
    case "0"..."9": throw malformed("an escape must not be a digit")
    case _ where scalar.endsLine: return []
    default: return [scalar]
    }
  }

  /// `XXXX`, and the `\uXXXX` behind it where it takes two. Half of such a pair is no text.
  private mutating func unicode() throws(Malformed) -> Unicode.Scalar {
    let halfAlone = malformed("half of a surrogate pair is no text")
    var units = [UInt16(try hexadecimal(digits: 4))]
    if UTF16.isLeadSurrogate(units[0]) {
      guard skip("\\"), skip("u") else { throw halfAlone }
      units.append(UInt16(try hexadecimal(digits: 4)))
    }
    guard let scalar = String(validating: units, as: UTF16.self)?.unicodeScalars.first else { throw halfAlone }
    return scalar
  }

  private mutating func hexadecimal(digits: Int) throws(Malformed) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let scalar = current, let digit = Character(scalar).hexDigitValue, scalar.isASCII else {
        throw malformed("\(digits) hexadecimal digits are expected")
      }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}

extension Unicode.Scalar {
  fileprivate var endsLine: Bool { self == "\n" || self == "\r" || self == "\u{2028}" || self == "\u{2029}" }

  fileprivate var isSpace: Bool {
    switch self {
    case "\t", "\u{B}", "\u{C}", " ", "\u{FEFF}": true
    default: endsLine || properties.generalCategory == .spaceSeparator
    }
  }

  fileprivate var beginsNumber: Bool { ("0"..."9").contains(self) || self == "-" || self == "+" || self == "." }

  fileprivate var beginsName: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
    default: self == "$" || self == "_"
    }
  }

  fileprivate var belongsToName: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
    default: beginsName || self == "\u{200C}" || self == "\u{200D}"
    }
  }
}
