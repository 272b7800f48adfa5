/// What makes a run the same run when it comes again from a file: 128 random bits, written as a UUID.
public struct RunID: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// One that no other run has.
  public init() {
    // A UUID of version 4 and variant 1 (RFC 9562): all bits but six are random.
    high = UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000
    low = UInt64.random(in: .min ... .max) & ~(0b11 << 62) | 0b10 << 62
  }
}

extension RunID: LosslessStringConvertible {
  /// In the usual form, with small letters: `1b4e28ba-2fa1-41d2-883f-0016d3cca427`.
  public var description: String {
    let digits = Array(Self.hexadecimal(high) + Self.hexadecimal(low))
    var parts: [String] = []
    var position = 0
    for length in Self.lengths {
      parts.append(String(digits[position..<position + length]))
      position += length
    }
    return parts.joined(separator: "-")
  }

  /// The id that is written so, in small or capital letters; nil for what is no UUID, of whichever version.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard parts.map(\.utf8.count) == Self.lengths, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  private static let lengths = [8, 4, 4, 4, 12]

  private static func hexadecimal(_ bits: UInt64) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
