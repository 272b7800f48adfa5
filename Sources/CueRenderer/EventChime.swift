import Cue

extension Event {
  /// The name of the chime before the sentence; for `say`, whatever its sender chose, or none.
  public var chimeName: String? {
    switch self {
    case .start: Chime.start.rawValue
    case .transition(.run, _): Chime.run.rawValue
    case .transition(.walk, _): Chime.walk.rawValue
    case .warning: Chime.tick.rawValue
    case .halfway: Chime.halfway.rawValue
    case .minute: Chime.minute.rawValue
    case .cooldown: Chime.cooldown.rawValue
    case .complete: Chime.complete.rawValue
    case .paused: Chime.paused.rawValue
    case .resumed: Chime.resumed.rawValue
    case .say(_, let chime): chime
    }
  }
}
