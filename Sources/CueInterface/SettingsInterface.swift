import Settings
import Varlink

/// The interface `io.cued.Settings`: what its methods take and tell. `io.cued.Settings.varlink` says what each means.
public enum SettingsInterface {
  public static let name = "io.cued.Settings"

  /// The interface in Varlink's own language.
  public static var description: String { InterfaceDescription.settings }

  /// Where a value comes from.
  public enum Source: String, Codable, CaseIterable, Sendable {
    case standard = "default"
    case file, option
  }

  public struct Row: Codable, Equatable, Sendable {
    public var name: String
    public var value: SettingValue?
    public var source: Source
    public var standard: SettingValue?
    public var expected: String
    public var meaning: String

    private enum CodingKeys: String, CodingKey {
      case name, value, source
      case standard = "default"
      case expected, meaning
    }

    public init(_ setting: Setting, value: SettingValue?, source: Source) {
      name = setting.name
      self.value = value
      self.source = source
      standard = setting.standard
      expected = setting.expected
      meaning = setting.meaning
    }
  }

  public struct Change: Codable, Equatable, Sendable {
    public var name: String
    /// Nil: it is not set any more.
    public var value: SettingValue?

    public init(name: String, value: SettingValue?) {
      self.name = name
      self.value = value
    }

    private enum CodingKeys: String, CodingKey, CaseIterable { case name, value }

    public init(from decoder: any Decoder) throws {
      let fields = try StrictFields<CodingKeys>(decoder)
      name = try fields.required(.name)
      value = try fields.optional(.value)
    }
  }

  public enum Get {
    public static let method = "\(SettingsInterface.name).Get"

    public struct Parameters: Codable, Sendable {
      /// Nil: all.
      public var names: [String]?

      public init(names: [String]? = nil) { self.names = names }

      private enum CodingKeys: String, CodingKey, CaseIterable { case names }

      public init(from decoder: any Decoder) throws {
        let fields = try StrictFields<CodingKeys>(decoder)
        names = try fields.optional(.names)
        if let names { try fields.refuseRepetition(in: names, .names) }
      }
    }

    public struct Reply: Codable, Equatable, Sendable {
      public var settings: [Row]
      public var trouble: String?

      public init(settings: [Row], trouble: String? = nil) {
        self.settings = settings
        self.trouble = trouble
      }
    }
  }

  public enum Set {
    public static let method = "\(SettingsInterface.name).Set"

    public struct Parameters: Codable, Sendable {
      public var changes: [Change]

      public init(changes: [Change]) { self.changes = changes }

      private enum CodingKeys: String, CodingKey, CaseIterable { case changes }

      public init(from decoder: any Decoder) throws {
        let fields = try StrictFields<CodingKeys>(decoder)
        changes = try fields.required(.changes)
        try fields.refuseRepetition(in: changes.map(\.name), .changes)
      }
    }

    public struct Reply: Codable, Equatable, Sendable {
      public var settings: [Row]

      public init(settings: [Row]) { self.settings = settings }
    }
  }
}

extension StrictFields {
  /// An answer is as long as the list of what it is about: whoever names a setting again and again would make it endless.
  fileprivate func refuseRepetition(in names: [String], _ field: Key) throws(FieldError) {
    var seen: Swift.Set<String> = []
    guard let twice = names.first(where: { !seen.insert($0).inserted }) else { return }
    throw refusal(field, "must not name \(twice.prefix(64)) twice")
  }
}

// MARK: - Errors

extension VarlinkError {
  /// A field of a call about settings is missing, unknown or of the wrong type.
  public static func invalidSettingsField(_ error: FieldError) -> VarlinkError {
    VarlinkError("\(SettingsInterface.name).InvalidField", ["field": error.field, "reason": error.reason])
  }

  public init(_ error: SettingError) {
    switch error {
    case .unknown(let name, let nearest):
      self.init("\(SettingsInterface.name).UnknownSetting", UnknownSettingParameters(name: name, nearest: nearest))
    case .invalid(let name, let reason):
      self.init("\(SettingsInterface.name).InvalidSetting", ["name": name, "reason": reason])
    }
  }

  public static func settingsNotWritten(_ reason: String) -> VarlinkError {
    VarlinkError("\(SettingsInterface.name).NotWritten", ["reason": reason])
  }

  private struct UnknownSettingParameters: Encodable {
    let name: String
    let nearest: [String]
  }
}

extension VarlinkServiceError {
  /// The error that a call about settings was answered with, if it is about one of them.
  var settingError: SettingError? {
    switch name {
    case "\(SettingsInterface.name).UnknownSetting":
      guard let fields = try? parameters(as: UnknownSetting.self) else { return nil }
      return .unknown(fields.name, nearest: fields.nearest)
    case "\(SettingsInterface.name).InvalidSetting":
      guard let fields = try? parameters(as: [String: String].self) else { return nil }
      return .invalid(fields["name"] ?? "?", reason: fields["reason"] ?? "?")
    default: return nil
    }
  }

  private struct UnknownSetting: Decodable {
    let name: String
    let nearest: [String]
  }
}
