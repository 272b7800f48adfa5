/// Finds the keys of one character among the bytes that a terminal sends. Arrows and function keys come as escape
/// sequences (ECMA-48, and xterm's and Linux's own), whose letters nobody has typed.
struct TypedKeys {
  static let escape: UInt8 = 0x1B

  private enum Place {
    case text
    /// After an escape.
    case escape
    /// Within a control sequence, which a letter or the like ends.
    case control
    /// Before the one character that a single shift is about.
    case shift
  }

  private var place = Place.text

  /// What is typed by the bytes that have come. An escape that nothing follows is the key of that name.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let keys = bytes.filter { isKey($0) }
    return place == .escape ? keys + [Self.escape] : keys
  }

  private mutating func isKey(_ byte: UInt8) -> Bool {
    switch (place, byte) {
    case (_, Self.escape): place = .escape
    case (.escape, UInt8(ascii: "[")): place = .control
    case (.escape, UInt8(ascii: "O")): place = .shift
    // Linux's first function keys have another one.
    case (.control, UInt8(ascii: "[")): break
    case (.shift, _), (.control, 0x40...0x7E): place = .text
    case (.control, _): break
    case (.text, _), (.escape, _):
      place = .text
      return true
    }
    return false
  }
}
