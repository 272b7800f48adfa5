import Cue
import Workout

extension Engine {
  /// All that is needed to go on with a workout in another process.
  ///
  /// Its times are by the boot clock. Where it may outlive the boot, whoever stores it stores them by the wall clock.
  public struct Snapshot: Hashable, Sendable {
    public var workout: WorkoutID
    /// When the workout started, or would have, had it not started at an offset.
    public var start: BootTime
    /// How long all the pauses took that are over; less than zero where a clock was set back during one.
    public var pausedOffset: Duration
    /// When the pause began that is not over; nil while the workout runs.
    public var pauseStart: BootTime?
    /// How many pauses have begun.
    public var pauseCount: Int
    /// The scheduled events that have fired or count as fired, in order. Pauses and resumptions are in ``pauseCount``.
    public var fired: [EventID]

    public init(
      workout: WorkoutID, start: BootTime, pausedOffset: Duration, pauseStart: BootTime?, pauseCount: Int,
      fired: [EventID]
    ) {
      self.workout = workout
      self.start = start
      self.pausedOffset = pausedOffset
      self.pauseStart = pauseStart
      self.pauseCount = pauseCount
      self.fired = fired
    }
  }

  /// Why no engine can be made from a snapshot.
  public enum SnapshotError: Error, Hashable {
    /// It is of this other workout.
    case otherWorkout(WorkoutID)
    /// The workout's schedule has no such event.
    case unknownEvent(EventID)
    /// The pause begins before the workout does, or before the pauses that are over have ended.
    case impossiblePauseStart
    /// A negative number of pauses, or paused time without a pause.
    case impossiblePauseCount
  }

  public var snapshot: Snapshot {
    Snapshot(
      workout: workout.id, start: stopwatch.start, pausedOffset: stopwatch.pausedOffset,
      pauseStart: stopwatch.pauseStart, pauseCount: pauseCount, fired: schedule.prefix(firedCount).map(\.id))
  }

  /// The engine of which this is the snapshot. What fell due since fires, or counts as fired, with the next
  /// ``advance(to:)``.
  ///
  /// Whatever the schedule has before an event that fired counts as fired too: an event never fires after a later one.
  public init(_ workout: Workout, restoring snapshot: Snapshot) throws(SnapshotError) {
    try snapshot.check(against: workout)
    let schedule = workout.schedule
    for id in snapshot.fired where !schedule.contains(where: { $0.id == id }) { throw .unknownEvent(id) }
    let fired = Set(snapshot.fired)
    self.init(
      workout,
      Stopwatch(start: snapshot.start, pausedOffset: snapshot.pausedOffset, pauseStart: snapshot.pauseStart),
      schedule,
      firedCount: schedule.lastIndex { fired.contains($0.id) }.map { $0 + 1 } ?? 0,
      pauseCount: snapshot.pauseCount)
  }
}

extension Engine.Snapshot {
  fileprivate func check(against workout: Workout) throws(Engine.SnapshotError) {
    guard self.workout == workout.id else { throw .otherWorkout(self.workout) }
    if let pauseStart, pauseStart < start + pausedOffset { throw .impossiblePauseStart }
    let hasPaused = pauseStart != nil || pausedOffset != .zero
    guard pauseCount >= (hasPaused ? 1 : 0) else { throw .impossiblePauseCount }
  }
}

extension Engine.SnapshotError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .otherWorkout(let id): "it belongs to another workout: \(id)"
    case .unknownEvent(let id): "the workout has no event \(id)"
    case .impossiblePauseStart: "its pause begins before it can have begun"
    case .impossiblePauseCount: "its number of pauses does not fit its paused time"
    }
  }
}
