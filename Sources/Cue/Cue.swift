/// An event with an identity, on its way to being heard.
public struct Cue: Hashable, Sendable {
  public var identity: CueIdentity
  public var event: Event
  /// The voice that speaks this cue instead of the default one.
  public var voice: String?
  /// When it is to be heard; absent: at once.
  public var at: WallTime?
  /// When it is no longer worth hearing; absent: by the kind of its event.
  public var expires: WallTime?

  public init(
    identity: CueIdentity, event: Event, voice: String? = nil, at: WallTime? = nil, expires: WallTime? = nil
  ) {
    self.identity = identity
    self.event = event
    self.voice = voice
    self.at = at
    self.expires = expires
  }
}

extension Cue {
  /// What is heard, and when. A cue that is sent again has the same content; its time of expiry may be another, since a
  /// sender that counts from now says another time each time.
  public struct Content: Hashable, Sendable {
    var event: Event
    var voice: String?
    var at: WallTime?
  }

  public var content: Content { Content(event: event, voice: voice, at: at) }
}

/// What makes a cue the same cue when it is sent again.
public struct CueIdentity: Hashable, Sendable {
  public var scope: Scope
  public var id: String

  public init(_ id: String, in scope: Scope) {
    self.scope = scope
    self.id = id
  }

  /// Where an id is unique.
  public enum Scope: Hashable, Sendable {
    /// A session that its client named: the identity outlives the connection.
    case session(String)
    /// One connection: the identity ends with it.
    case connection(ConnectionID)
  }
}

/// One client's connection, numbered in the order in which they came.
public struct ConnectionID: Hashable, Sendable, Comparable {
  public var number: UInt64

  public init(_ number: UInt64) { self.number = number }

  public static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// The states of a cue. The last five are final, and each cue reaches exactly one of them.
public enum CueState: String, Hashable, Sendable, CaseIterable {
  /// Waits for its time.
  case scheduled
  /// Waits for its turn.
  case queued
  case playing
  case played
  /// A later phase of its session made it pointless.
  case superseded
  /// Its turn did not come in time.
  case expired
  case cancelled
  /// It could not be played, or not all of it.
  case failed

  public var isFinal: Bool {
    switch self {
    case .scheduled, .queued, .playing: false
    case .played, .superseded, .expired, .cancelled, .failed: true
    }
  }
}
