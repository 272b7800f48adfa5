import Cue
import Workout

extension Engine {
  /// How a workout stands at some moment.
  public enum State: Hashable, Sendable {
    case running(Position)
    case paused(Position)
    case complete
  }

  /// A place within a workout.
  public struct Position: Hashable, Sendable {
    /// Which interval this is, counted from 0.
    public let index: Int
    public let interval: Interval
    /// How long the interval still lasts; more than zero.
    public let remaining: Duration
    /// How much of the workout is over, pauses left out.
    public let elapsed: Duration
    /// How long the workout still lasts; more than zero.
    public let totalRemaining: Duration
    /// The interval that follows; nil in the last.
    public let next: Interval?
  }

  /// How the workout stands. The interval at a boundary is the one that begins there.
  public func state(at now: BootTime) -> State {
    guard let position = workout.position(atElapsed: stopwatch.elapsed(at: now)) else { return .complete }
    return stopwatch.pauseStart == nil ? .running(position) : .paused(position)
  }
}

extension Workout {
  /// Nil once the workout is over.
  fileprivate func position(atElapsed elapsed: Duration) -> Engine.Position? {
    guard elapsed < total, let index = offsets.lastIndex(where: { $0 <= elapsed }) else { return nil }
    let interval = intervals[index]
    return Engine.Position(
      index: index, interval: interval, remaining: offsets[index] + interval.duration - elapsed, elapsed: elapsed,
      totalRemaining: total - elapsed, next: intervals.dropFirst(index + 1).first)
  }
}
