/// One thing that can be set: a row of the table from which the man page, the answers of cuectl, the errors and the
/// completions are made.
public struct Setting: Hashable, Sendable {
  public let name: String
  public let kind: Kind
  /// What holds where it is not set; nil: what ``meaning`` says.
  public let standard: SettingValue?
  /// What it is about, in a sentence.
  public let meaning: String

  public enum Kind: Hashable, Sendable {
    case flag
    /// Whole numbers, with the unit in words; and `auto`, if that may be.
    case number(ClosedRange<Int>, unit: String, orAuto: Bool = false)
    /// One of these words.
    case choice([String])
    /// A name that others gave: of a voice, of a sink.
    case name
    /// A stream's role: what can be part of a module's arguments without being two of them.
    case role
  }

  /// The word for whatever suits best.
  public static let auto = "auto"

  /// Bytes of a name.
  private static let lengths = 1...128
}

// MARK: - Values

extension Setting {
  /// The value as a person writes it: `on`, `175`, `auto`.
  public func value(written text: String) throws(SettingError) -> SettingValue {
    switch kind {
    case .flag where text == "on" || text == "off": .flag(text == "on")
    case .number: try checked(Int(text).map(SettingValue.number) ?? .word(text))
    case .flag, .choice, .name, .role: try checked(.word(text))
    }
  }

  /// The value, if it may be. For a flag, the words `on` and `off` will do.
  public func checked(_ value: SettingValue) throws(SettingError) -> SettingValue {
    switch (kind, value) {
    case (.flag, .flag): value
    case (.flag, .word("on")): .flag(true)
    case (.flag, .word("off")): .flag(false)
    case (.number(let range, _, _), .number(let number)) where range.contains(number): value
    case (.number(_, unit: _, orAuto: true), .word(Self.auto)): value
    case (.choice(let words), .word(let word)) where words.contains(word): value
    case (.name, .word(let word)) where word.isName(Self.lengths): value
    case (.role, .word(let word)) where word.isRole(Self.lengths): value
    default: throw .invalid(name, reason: "must be \(expected), not \(value.description.shortened)")
    }
  }

  /// What it may be, in words.
  public var expected: String {
    switch kind {
    case .flag: "on or off"
    case .number(let range, let unit, let orAuto):
      (orAuto ? "\(Self.auto) or " : "") + "\(range.lowerBound) to \(range.upperBound) \(unit)"
    case .choice(let words): words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    case .name: "a name of \(Self.lengths.lowerBound) to \(Self.lengths.upperBound) bytes"
    case .role: "a word of letters, digits, dashes and underscores"
    }
  }

  /// The words that it may be, for those who complete them; empty where there are too many.
  public var words: [String] {
    switch kind {
    case .flag: ["on", "off"]
    case .number(_, _, let orAuto): orAuto ? [Self.auto] : []
    case .choice(let words): words
    case .name, .role: []
    }
  }
}

extension String {
  /// Not empty, short, and without control characters.
  fileprivate func isName(_ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(utf8.count) && !unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  fileprivate func isRole(_ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(utf8.count)
      && unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.isDigit) || $0 == "-" || $0 == "_"
      }
  }

  /// For a message: what is too long for one is cut, and control characters are left out.
  fileprivate var shortened: String {
    let text = String(UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(64)))
    return text.isEmpty ? "\"\"" : text
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
