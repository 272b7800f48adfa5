import Cue
import Workout

/// Turns time into the events of a workout.
///
/// It keeps no timer and reads no clock: each call says what time it is, and times never go back from one call to the
/// next. A driver sleeps until ``nextEventTime``, calls ``advance(to:)``, and hands on what fires.
///
/// **Each event fires once, or counts as fired without being heard.** That happens to events when several fall due
/// between two calls, as after the machine was suspended:
///
/// - If a phase event (start, transition, cooldown, complete) is among those due, only the latest phase event fires,
///   however late. All the others count as fired, also those due after it: what the runner needs after a gap is to know
///   what to do now.
/// - If none is, those due at most ``window`` ago fire, in order; the older ones count as fired. "Halfway", minutes late,
///   would be a lie.
public struct Engine: Hashable, Sendable {
  /// How late an event that is no phase event may fire.
  public static let window: Duration = .seconds(1)

  public let workout: Workout
  var stopwatch: Stopwatch
  /// All the workout's scheduled events; the first ``firedCount`` have fired or count as fired.
  let schedule: [TimedEvent]
  private(set) var firedCount: Int
  /// How many pauses have begun.
  private(set) var pauseCount: Int

  /// A workout that starts now. The start event fires with the first ``advance(to:)``.
  ///
  /// - Parameters:
  ///   - elapsed: How far into the workout it starts; zero or more. All earlier events count as fired; one that is due
  ///     exactly then fires.
  public init(_ workout: Workout, startingAt now: BootTime, elapsed: Duration = .zero) {
    precondition(elapsed >= .zero, "a workout starts at zero or later")
    let schedule = workout.schedule
    self.init(
      workout, Stopwatch(start: now - elapsed), schedule,
      firedCount: schedule.count { $0.due < elapsed }, pauseCount: 0)
  }

  init(_ workout: Workout, _ stopwatch: Stopwatch, _ schedule: [TimedEvent], firedCount: Int, pauseCount: Int) {
    self.workout = workout
    self.stopwatch = stopwatch
    self.schedule = schedule
    self.firedCount = firedCount
    self.pauseCount = pauseCount
  }

  /// The events that are still to fire, in order.
  public var pending: ArraySlice<TimedEvent> { schedule[firedCount...] }

  /// The scheduled event of that id; nil where the workout has none.
  public func event(_ id: String) -> TimedEvent? { schedule.first { $0.id.description == id } }

  /// The events that are due later than now, by that time at most, if nobody pauses; in order. None while paused.
  public func upcoming(within horizon: Duration, at now: BootTime) -> [TimedEvent] {
    guard stopwatch.pauseStart == nil else { return [] }
    let elapsed = stopwatch.elapsed(at: now)
    return pending.filter { elapsed < $0.due && $0.due - elapsed <= horizon }
  }

  /// When the next event is due, so that a driver can sleep until then; nil while paused and after the last.
  public var nextEventTime: BootTime? { pending.first.flatMap { time(ofElapsed: $0.due) } }

  /// When so much of the workout will be over if nobody pauses; nil while paused.
  public func time(ofElapsed elapsed: Duration) -> BootTime? { stopwatch.time(ofElapsed: elapsed) }

  /// The events that fire now. All that are due have fired, or count as fired, afterwards.
  public mutating func advance(to now: BootTime) -> [TimedEvent] {
    let elapsed = stopwatch.elapsed(at: now)
    let due = pending.prefix { $0.due <= elapsed }
    firedCount += due.count

    if let phase = due.last(where: { $0.event.kind.isPhase }) { return [phase] }
    return due.filter { elapsed - $0.due <= Self.window }
  }

  /// Stops elapsed time. Does no more than ``advance(to:)`` if the workout is paused or complete.
  ///
  /// - Returns: The events that were due until now, then the pause.
  public mutating func pause(at now: BootTime) -> [TimedEvent] {
    let due = advance(to: now)
    guard case .running(let position) = state(at: now) else { return due }
    stopwatch.pause(at: now)
    pauseCount += 1
    return due + [TimedEvent(id: .paused(pauseCount), event: .paused, due: position.elapsed, intervalEnd: nil)]
  }

  /// Lets elapsed time go on from where it stopped. Does nothing if the workout is not paused.
  ///
  /// - Returns: The resumption.
  public mutating func resume(at now: BootTime) -> [TimedEvent] {
    guard case .paused(let position) = state(at: now) else { return [] }
    stopwatch.resume(at: now)
    return [TimedEvent(id: .resumed(pauseCount), event: .resumed, due: position.elapsed, intervalEnd: nil)]
  }
}
