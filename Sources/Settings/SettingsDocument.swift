import JSON

/// What a settings file says.
public struct SettingsDocument: Equatable, Sendable {
  /// Why a text says nothing.
  public struct Malformed: Error, Equatable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// With the name of the setting in it, where it is about one.
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
  }

  /// More levels than any value of a setting has, for what others may have put into the file.
  private static let depth = 32

  /// What is set, by the names of settings.
  public private(set) var values: [String: SettingValue] = [:]
  /// What means nothing here, and is kept.
  public private(set) var others: [String: JSONValue] = [:]

  public init() {}

  /// Reads JSON5: an object with settings in it. A setting that is null is not set.
  public init(reading bytes: [UInt8]) throws(Malformed) {
    let members: [JSON5Reader.Member]
    do {
      members = try JSON5Reader.members(of: bytes, depth: Self.depth)
    } catch {
      throw Malformed(line: error.line, reason: error.reason)
    }
    var lines: [String: Int] = [:]
    for member in members {
      if let first = lines.updateValue(member.line, forKey: member.name) {
        throw Malformed(line: member.line, reason: "\(member.name) stands in line \(first) already")
      }
      do {
        try take(member.value, for: member.name)
      } catch {
        throw Malformed(line: member.line, reason: error.description)
      }
    }
  }

  private mutating func take(_ value: JSONValue, for name: String) throws(SettingError) {
    guard let setting = try? Setting.named(name) else {
      others[name] = value
      return
    }
    switch value {
    case .null: break
    case .bool(let isOn): values[name] = try setting.checked(.flag(isOn))
    case .integer(let number): values[name] = try setting.checked(.number(Int(number)))
    case .string(let word): values[name] = try setting.checked(.word(word))
    case .number, .array, .object: throw .invalid(name, reason: "must be \(setting.expected)")
    }
  }

  /// - Parameter value: as it may be for that setting; nil: it is not set any more.
  public mutating func set(_ value: SettingValue?, for setting: Setting) { values[setting.name] = value }

  /// All of it, to be written.
  public var json: JSONValue { .object(others.merging(values.mapValues(\.json)) { _, value in value }) }

  /// - Parameter options: what was said elsewhere, and counts more.
  public func settings(overriddenBy options: [String: SettingValue] = [:]) -> Settings {
    Settings(values.merging(options) { _, option in option })
  }
}

extension SettingValue {
  fileprivate var json: JSONValue {
    switch self {
    case .flag(let isOn): .bool(isOn)
    case .number(let number): .integer(Int64(number))
    case .word(let word): .string(word)
    }
  }
}
