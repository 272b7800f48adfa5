/// Writes values as bytes: numbers in groups of seven bits, the lowest first, and text with its length before it.
struct JournalWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(Self.usualLength) }

  /// Adds what `body` writes to bytes that are there.
  static func add(to bytes: inout [UInt8], _ body: (inout Self) -> Void) {
    var writer = Self(taking: &bytes)
    body(&writer)
    swap(&bytes, &writer.bytes)
  }

  /// Without a copy of them, which whoever had them has no more.
  private init(taking bytes: inout [UInt8]) { swap(&self.bytes, &bytes) }

  /// Most records are shorter.
  private static let usualLength = 100

  mutating func write(byte: UInt8) { bytes.append(byte) }

  mutating func write(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// With its sign in the lowest bit, so that small negative numbers are short too.
  mutating func write(signed number: Int64) { write(UInt64(bitPattern: number << 1 ^ number >> 63)) }

  mutating func write(_ text: String) {
    write(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  mutating func write<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
    self.write(byte: value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }
}

/// Reads what a ``JournalWriter`` has written, or anything else: what does not mean anything is thrown back.
struct JournalReader {
  struct Malformed: Error {}

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() throws(Malformed) -> UInt8 {
    guard let byte = rest.popFirst() else { throw Malformed() }
    return byte
  }

  mutating func number() throws(Malformed) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      let group = UInt64(byte & 0x7F)
      guard (group << shift) >> shift == group else { throw Malformed() }
      number |= group << shift
      if byte & 0x80 == 0 { return number }
    }
    throw Malformed()
  }

  mutating func number(in range: ClosedRange<Int>) throws(Malformed) -> Int {
    guard let number = Int(exactly: try number()), range.contains(number) else { throw Malformed() }
    return number
  }

  mutating func signedNumber() throws(Malformed) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  mutating func text() throws(Malformed) -> String {
    let count = try number(in: 0...rest.count)
    defer { rest = rest.dropFirst(count) }
    guard let text = String(validating: rest.prefix(count), as: UTF8.self) else { throw Malformed() }
    return text
  }

  mutating func optional<Value>(
    _ read: (inout Self) throws(Malformed) -> Value
  ) throws(Malformed) -> Value? {
    switch try byte() {
    case 0: nil
    case 1: try read(&self)
    default: throw Malformed()
    }
  }
}
