import CueText
import RunScreen
import Workout

extension Drill {
  /// The drill in a line: how long it takes, its name, and what is heard. `00:45  a-skips  A-skips. …`
  var line: String { "\(duration.clock)  \(rawValue)  \(sentence(in: .english))" }
}
