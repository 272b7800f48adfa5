import CueRenderer
import CueText
import RunScreen
import WorkoutEngine

extension TimedEvent {
  /// The event in a line: when it was due in the workout, its id, and what is heard.
  /// `05:00  transition-1  Run for 60 seconds.`
  var line: String { "\(due.clock)  \(id)  \(whatIsHeard)" }

  /// The sentence; where there is none, the chime in parentheses.
  var whatIsHeard: String { event.sentence(in: .english) ?? "(\(event.chimeName ?? "nothing"))" }
}
