import Cue
import Workout

/// The sentences of one language.
///
/// A second language is one new file: a type that says these ten things, and a static member to name it by.
public protocol Language: Sendable {
  func start(week: Int, day: Int, warmup: Duration) -> String
  func transition(_ pace: Event.Pace, _ duration: Duration) -> String
  var halfway: String { get }
  /// - Parameter count: How many minutes are over; one at least.
  func minute(_ count: Int) -> String
  func cooldown(_ duration: Duration) -> String
  func complete(week: Int, day: Int) -> String
  var paused: String { get }
  var resumed: String { get }
  func name(of drill: Drill) -> String
  /// How a drill is done, and for how long, in a line.
  func instruction(for drill: Drill) -> String
}
