import Cue
import Varlink

/// A cue as it is sent: the type `Cue` of `io.cued.Cues`, read strictly.
///
/// Reading it throws a ``FieldError`` that names the field and says what was expected: a field that is missing, of
/// another type, out of range, or of no meaning for the event is refused, and so is one that nobody knows.
public struct WireCue: Equatable, Sendable {
  public var id: String
  public var session: String?
  public var event: Event
  public var voice: String?
  public var at: WallTime?
  public var expires: WallTime?

  public init(
    id: String, session: String? = nil, event: Event, voice: String? = nil, at: WallTime? = nil,
    expires: WallTime? = nil
  ) {
    self.id = id
    self.session = session
    self.event = event
    self.voice = voice
    self.at = at
    self.expires = expires
  }

  public init(_ cue: Cue) {
    let session: String? = if case .session(let name) = cue.identity.scope { name } else { nil }
    self.init(
      id: cue.identity.id, session: session, event: cue.event, voice: cue.voice, at: cue.at, expires: cue.expires)
  }

  /// The cue that it is, when it comes over this connection.
  public func cue(from connection: ConnectionID) -> Cue {
    let scope = session.map(CueIdentity.Scope.session) ?? .connection(connection)
    return Cue(identity: CueIdentity(id, in: scope), event: event, voice: voice, at: at, expires: expires)
  }
}

extension WireCue: Codable {
  enum Field: String, CodingKey, CaseIterable {
    case id, session, event, week, day, interval, seconds, count, text, chime, voice
    case at = "at_usec"
    case expires = "expires_usec"

    /// The fields that only some events have.
    static let ofEvents: [Field] = [.week, .day, .interval, .seconds, .count, .text, .chime]
  }

  public init(from decoder: any Decoder) throws {
    let fields = CueFields(try StrictFields<Field>(decoder))
    id = try fields.name(.id)
    session = try fields.optionalName(.session)
    event = try fields.event()
    voice = try fields.optionalName(.voice)
    at = try fields.time(.at)
    expires = try fields.time(.expires)
    if let at, let expires, expires <= at {
      throw fields.refusal(.expires, "must be later than \(Field.at.stringValue)")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encode(id, forKey: .id)
    try fields.encodeIfPresent(session, forKey: .session)
    try fields.encode(event.kind.rawValue, forKey: .event)
    switch event {
    case .start(let week, let day, let warmup):
      try fields.encode(week, forKey: .week)
      try fields.encode(day, forKey: .day)
      try fields.encode(warmup.components.seconds, forKey: .seconds)
    case .transition(let pace, let length):
      try fields.encode(pace.rawValue, forKey: .interval)
      try fields.encode(length.components.seconds, forKey: .seconds)
    case .minute(let count):
      try fields.encode(count, forKey: .count)
    case .cooldown(let length):
      try fields.encode(length.components.seconds, forKey: .seconds)
    case .complete(let week, let day):
      try fields.encode(week, forKey: .week)
      try fields.encode(day, forKey: .day)
    case .say(let text, let chime):
      try fields.encode(text, forKey: .text)
      try fields.encodeIfPresent(chime, forKey: .chime)
    case .warning, .halfway, .paused, .resumed:
      break
    }
    try fields.encodeIfPresent(voice, forKey: .voice)
    try fields.encodeIfPresent(at?.microseconds, forKey: .at)
    try fields.encodeIfPresent(expires?.microseconds, forKey: .expires)
  }
}
