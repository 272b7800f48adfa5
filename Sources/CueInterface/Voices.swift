import Cue
import Varlink

/// The interface `io.cued.Voices`: what its methods take and tell. `io.cued.Voices.varlink` says what each means.
public enum Voices {
  public static let name = "io.cued.Voices"

  /// The interface in Varlink's own language.
  public static var description: String { InterfaceDescription.voices }

  public enum Gender: String, Codable, CaseIterable, Sendable {
    case male, female
  }

  public struct Voice: Codable, Equatable, Sendable {
    public enum Kind: String, Codable, CaseIterable, Sendable {
      case formant, mbrola
    }

    public var name: String
    public var title: String
    public var languages: [String]
    public var gender: Gender?
    public var kind: Kind
    public var set: Bool

    public init(name: String, title: String, languages: [String], gender: Gender?, kind: Kind, set: Bool) {
      self.name = name
      self.title = title
      self.languages = languages
      self.gender = gender
      self.kind = kind
      self.set = set
    }
  }

  public struct Variant: Codable, Equatable, Sendable {
    public var name: String
    public var gender: Gender?
    public var set: Bool

    public init(name: String, gender: Gender?, set: Bool) {
      self.name = name
      self.gender = gender
      self.set = set
    }
  }

  public enum List {
    public static let method = "\(Voices.name).List"

    public struct Parameters: Codable, Sendable {
      public var language: String?

      public init(language: String?) { self.language = language }

      private enum CodingKeys: String, CodingKey, CaseIterable { case language }

      public init(from decoder: any Decoder) throws {
        language = try StrictFields<CodingKeys>(decoder).optionalName(.language)
      }
    }

    public struct Reply: Codable, Equatable, Sendable {
      public var voices: [Voice]
      public var variants: [Variant]

      public init(voices: [Voice], variants: [Variant]) {
        self.voices = voices
        self.variants = variants
      }
    }
  }

  public enum Preview {
    public static let method = "\(Voices.name).Preview"

    public typealias Reply = Cues.Play.Reply

    public enum Parameters: Codable, Equatable, Sendable {
      /// Without a text: a sentence of a workout.
      case voice(String, text: String?)
      case chime(String)

      private enum CodingKeys: String, CodingKey, CaseIterable { case voice, text, chime }

      public init(from decoder: any Decoder) throws {
        let fields = try StrictFields<CodingKeys>(decoder)
        var text: String? = try fields.optional(.text)
        if let given = text { text = try fields.checkedText(given, .text) }
        switch (try fields.optionalName(.voice), try fields.optionalName(.chime)) {
        case (let voice?, nil): self = .voice(voice, text: text)
        case (nil, let chime?) where text == nil: self = .chime(chime)
        case (nil, _?): throw fields.refusal(.text, "has no meaning for a chime")
        case (nil, nil): throw fields.refusal(.voice, "is missing, and there is no chime")
        case (_?, _?): throw fields.refusal(.chime, "must be absent where there is a voice")
        }
      }

      public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .voice(let voice, let text):
          try fields.encode(voice, forKey: .voice)
          try fields.encodeIfPresent(text, forKey: .text)
        case .chime(let chime): try fields.encode(chime, forKey: .chime)
        }
      }
    }
  }
}

// MARK: - Errors

extension Voices {
  /// A field is missing, unknown, of the wrong type or out of range.
  public static func invalidField(_ error: FieldError) -> VarlinkError {
    VarlinkError("\(name).InvalidField", ["field": error.field, "reason": error.reason])
  }

  /// - Parameter interface: the one whose method was called.
  public static func unknownVoice(_ voice: String, nearest: [String], in interface: String = name) -> VarlinkError {
    VarlinkError("\(interface).UnknownVoice", UnknownVoiceParameters(voice: voice, nearest: nearest))
  }

  /// It cannot be found out which voices there are.
  public static func noVoices(_ reason: String) -> VarlinkError { VarlinkError("\(name).NoVoices", ["reason": reason]) }

  public static func queueFull(limit: Int) -> VarlinkError { VarlinkError("\(name).QueueFull", ["limit": limit]) }

  private struct UnknownVoiceParameters: Encodable {
    let voice: String
    let nearest: [String]
  }
}
