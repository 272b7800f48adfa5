import Cue

/// An event of a workout: what it is, and when.
public struct TimedEvent: Hashable, Sendable {
  public let id: EventID
  public let event: Event
  /// When it is due, in elapsed time.
  public let due: Duration
  /// Of a phase event, when the interval that it begins ends, in elapsed time: from then on it is not worth hearing.
  /// Nil for all others, and for the completion, after which there is no interval.
  public let intervalEnd: Duration?
}
