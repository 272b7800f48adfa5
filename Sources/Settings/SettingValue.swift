/// What a setting is set to.
public enum SettingValue: Hashable, Sendable {
  case flag(Bool)
  case number(Int)
  case word(String)
}

extension SettingValue: CustomStringConvertible {
  /// As it stands on a command line: `on`, `175`, `en-us`.
  public var description: String {
    switch self {
    case .flag(let isOn): isOn ? "on" : "off"
    case .number(let number): "\(number)"
    case .word(let word): word
    }
  }
}

extension SettingValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let isOn = try? container.decode(Bool.self) {
      self = .flag(isOn)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .word(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .flag(let isOn): try container.encode(isOn)
    case .number(let number): try container.encode(number)
    case .word(let word): try container.encode(word)
    }
  }
}
