import Cue

/// The sentences of one language.
///
/// A second language is one new file: a type that says these eight things, and a static member to name it by.
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
}
