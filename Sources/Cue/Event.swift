/// What happened, structured and without text: the thing a cue is about.
///
/// Durations are whole seconds; what a duration or number may be is checked where it enters (``Event/Limits``).
public enum Event: Hashable, Sendable {
  /// A workout begins with its warmup walk of the given length.
  case start(week: Int, day: Int, warmup: Duration)
  /// An interval begins.
  case transition(Pace, Duration)
  /// An interval ends in ten seconds.
  case warning
  /// Half of a run interval is over.
  case halfway
  /// That many minutes of a run interval are over.
  case minute(Int)
  /// The cooldown walk of the given length begins.
  case cooldown(Duration)
  /// The workout is done.
  case complete(week: Int, day: Int)
  case paused
  case resumed
  /// Any sentence, after the chime of that name, if one is given; with a chime, there may be none.
  case say(String, chime: String?)

  /// What the runner does in an interval.
  public enum Pace: String, Hashable, Sendable, CaseIterable {
    case run, walk
  }

  /// The kinds of events, by the names that they have in the interface.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case start, transition, warning, halfway, minute, cooldown, complete, paused, resumed, say
  }

  public var kind: Kind {
    switch self {
    case .start: .start
    case .transition: .transition
    case .warning: .warning
    case .halfway: .halfway
    case .minute: .minute
    case .cooldown: .cooldown
    case .complete: .complete
    case .paused: .paused
    case .resumed: .resumed
    case .say: .say
    }
  }

  /// What is accepted from outside.
  public enum Limits {
    public static let week = 1...9
    public static let day = 1...3
    /// One second to a day.
    public static let seconds = 1...86_400
    public static let minutes = 1...1_440
    /// Unicode scalars in the text of a `say` event; where it has a chime, there may be none at all.
    public static let text = 1...2_000
    /// UTF-8 bytes in an id, a session, the name of a voice or of a chime.
    public static let name = 1...128
  }
}

extension Event.Kind {
  /// A phase cue says which phase of the session begins; only the latest of a session is worth hearing.
  public var isPhase: Bool {
    switch self {
    case .start, .transition, .cooldown, .complete: true
    case .warning, .halfway, .minute, .paused, .resumed, .say: false
    }
  }
}
