import Cue
import CueInterface

extension Event {
  /// For people: the kind, and what belongs to it.
  var words: String {
    switch self {
    case .start(let week, let day, let warmup): "start, week \(week), day \(day), warmup \(warmup.words)"
    case .transition(let pace, let length): "transition, \(pace.rawValue) \(length.words)"
    case .minute(let count): "minute \(count)"
    case .cooldown(let length): "cooldown, \(length.words)"
    case .complete(let week, let day): "complete, week \(week), day \(day)"
    case .say("", let chime?): "chime \(chime)"
    case .say(let text, _): "say \"\(text.shortened(to: 60))\""
    case .warning, .halfway, .paused, .resumed: kind.rawValue
    }
  }
}

extension WireCue {
  /// For people: the id, behind its session where it has one.
  var identityWords: String { session.map { "(\($0)/\(id))" } ?? "(\(id))" }
}

extension Duration {
  fileprivate var words: String { "\(components.seconds) s" }
}

extension String {
  fileprivate func shortened(to length: Int) -> String { count > length ? prefix(length - 1) + "…" : self }
}
