import Cue
import Settings
import Varlink

/// The interface `io.cued.Cues`: what its methods take and tell. `io.cued.Cues.varlink` says what each means.
public enum Cues {
  public static let name = "io.cued.Cues"

  /// The interface in Varlink's own language.
  public static var description: String { InterfaceDescription.cues }

  public enum Play {
    public static let method = "\(Cues.name).Play"

    public struct Parameters: Codable, Sendable {
      public var cue: WireCue

      public init(cue: WireCue) { self.cue = cue }

      private enum CodingKeys: String, CodingKey, CaseIterable { case cue }

      public init(from decoder: any Decoder) throws {
        cue = try StrictFields<CodingKeys>(decoder).required(.cue)
      }
    }

    public struct Reply: Codable, Equatable, Sendable {
      public var state: CueState
      public var reason: String?

      public init(state: CueState, reason: String?) {
        self.state = state
        self.reason = reason
      }
    }
  }

  public enum Cancel {
    public static let method = "\(Cues.name).Cancel"

    public struct Parameters: Codable, Sendable {
      public var target: Target

      public init(_ target: Target) { self.target = target }

      public enum Target: Equatable, Sendable {
        /// One cue; without a session, of any connection.
        case cue(id: String, session: String?)
        case all(session: String?)
      }

      private enum CodingKeys: String, CodingKey, CaseIterable { case id, session, all }

      public init(from decoder: any Decoder) throws {
        let fields = try StrictFields<CodingKeys>(decoder)
        let session: String? = try fields.optional(.session)
        switch (try fields.optional(.id, as: String.self), try fields.optional(.all, as: Bool.self) ?? false) {
        case (let id?, false): target = .cue(id: id, session: session)
        case (nil, true): target = .all(session: session)
        case (nil, false): throw fields.refusal(.id, "is missing, and \"all\" is not true")
        case (_?, true): throw fields.refusal(.id, "must be absent where \"all\" is true")
        }
      }

      public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        switch target {
        case .cue(let id, let session):
          try fields.encode(id, forKey: .id)
          try fields.encodeIfPresent(session, forKey: .session)
        case .all(let session):
          try fields.encode(true, forKey: .all)
          try fields.encodeIfPresent(session, forKey: .session)
        }
      }
    }

    public struct Reply: Codable, Sendable {
      public var cancelled: Int

      public init(cancelled: Int) { self.cancelled = cancelled }
    }
  }

  public struct Change: Codable, Equatable, Sendable {
    public var cue: WireCue
    public var state: CueState
    public var reason: String?

    public init(cue: WireCue, state: CueState, reason: String? = nil) {
      self.cue = cue
      self.state = state
      self.reason = reason
    }
  }

  public struct Output: Codable, Equatable, Sendable {
    public var server: String?
    public var sink: String?
    public var ducking: String
    public var reason: String
    public var unchangeable: Int?
    public var missing: String?

    public init(
      server: String?, sink: String?, ducking: String, reason: String, unchangeable: Int? = nil, missing: String? = nil
    ) {
      self.server = server
      self.sink = sink
      self.ducking = ducking
      self.reason = reason
      self.unchangeable = unchangeable
      self.missing = missing
    }
  }

  public struct SettingChange: Codable, Equatable, Sendable {
    public var name: String
    public var value: SettingValue?

    public init(name: String, value: SettingValue?) {
      self.name = name
      self.value = value
    }
  }

  public enum Monitor {
    public static let method = "\(Cues.name).Monitor"

    /// The first reply has `cues` and `output`; each later one has `change`, `output` or `settings`.
    public struct Reply: Codable, Equatable, Sendable {
      public var cues: [Change]?
      public var change: Change?
      public var output: Output?
      public var settings: [SettingChange]?

      public init(
        cues: [Change]? = nil, change: Change? = nil, output: Output? = nil, settings: [SettingChange]? = nil
      ) {
        self.cues = cues
        self.change = change
        self.output = output
        self.settings = settings
      }
    }
  }

  public struct Finding: Codable, Equatable, Sendable {
    public enum Verdict: String, Codable, CaseIterable, Sendable {
      case ok, warning, failure
    }

    public var subject: String
    public var verdict: Verdict
    public var finding: String
    public var advice: String?

    public init(_ subject: String, _ verdict: Verdict, _ finding: String, advice: String? = nil) {
      self.subject = subject
      self.verdict = verdict
      self.finding = finding
      self.advice = advice
    }
  }

  public enum Examine {
    public static let method = "\(Cues.name).Examine"

    public struct Reply: Codable, Equatable, Sendable {
      public var findings: [Finding]

      public init(findings: [Finding]) { self.findings = findings }
    }
  }

  public enum GetStatus {
    public static let method = "\(Cues.name).GetStatus"

    public struct Reply: Codable, Equatable, Sendable {
      public var version: String
      public var pid: Int
      public var output: Output
      public var voice: String?
      public var missingVoice: String?
      public var playing: WireCue?
      public var waiting: Int
      public var connections: Int
      public var unjournaled: String?
      public var settings: String?

      public init(
        version: String, pid: Int, output: Output, voice: String?, missingVoice: String? = nil, playing: WireCue?,
        waiting: Int, connections: Int, unjournaled: String? = nil, settings: String? = nil
      ) {
        self.version = version
        self.pid = pid
        self.output = output
        self.voice = voice
        self.missingVoice = missingVoice
        self.playing = playing
        self.waiting = waiting
        self.connections = connections
        self.unjournaled = unjournaled
        self.settings = settings
      }

      private enum CodingKeys: String, CodingKey {
        case version, pid, output, voice
        case missingVoice = "missing_voice"
        case playing, waiting, connections, unjournaled, settings
      }
    }
  }
}

// MARK: - Errors

extension VarlinkError {
  /// A field is missing, unknown, of the wrong type or out of range.
  public static func invalidField(_ error: FieldError) -> VarlinkError {
    VarlinkError("\(Cues.name).InvalidField", ["field": error.field, "reason": error.reason])
  }

  public static func queueFull(limit: Int) -> VarlinkError {
    VarlinkError("\(Cues.name).QueueFull", ["limit": limit])
  }

  public static func tooManyConnections(limit: Int) -> VarlinkError {
    VarlinkError("\(Cues.name).TooManyConnections", ["limit": limit])
  }

  public static func identityInUse(_ identity: CueIdentity) -> VarlinkError {
    VarlinkError("\(Cues.name).IdentityInUse", IdentityParameters(identity))
  }

  public static func noSuchCue(_ identity: CueIdentity) -> VarlinkError {
    VarlinkError("\(Cues.name).NoSuchCue", IdentityParameters(identity))
  }

  public static func cueEnded(_ identity: CueIdentity, _ state: CueState) -> VarlinkError {
    VarlinkError("\(Cues.name).CueEnded", IdentityParameters(identity, state))
  }

  private struct IdentityParameters: Encodable {
    let id: String
    let session: String?
    let state: CueState?

    init(_ identity: CueIdentity, _ state: CueState? = nil) {
      id = identity.id
      session = if case .session(let name) = identity.scope { name } else { nil }
      self.state = state
    }
  }
}
