import Cue
import Workout

extension Event {
  /// What is said when this happens; nil where the chime alone says it.
  public func sentence(in language: some Language) -> String? {
    switch self {
    case .start(let week, let day, let warmup): language.start(week: week, day: day, warmup: warmup)
    case .transition(let pace, let duration): language.transition(pace, duration)
    case .warning: nil
    case .halfway: language.halfway
    case .minute(let count): language.minute(count)
    case .cooldown(let duration): language.cooldown(duration)
    case .complete(let week, let day): language.complete(week: week, day: day)
    case .paused: language.paused
    case .resumed: language.resumed
    case .say("", chime: _?): nil
    case .say(let text, chime: _): text
    }
  }
}

extension Drill {
  /// What is said when the drill begins.
  public func sentence(in language: some Language) -> String {
    "\(language.name(of: self)). \(language.instruction(for: self))"
  }
}
