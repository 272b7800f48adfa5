import Cue
import Workout

/// Drills, one after another, before a workout.
///
/// Like the ``Engine`` it keeps no timer and reads no clock. After a gap, as when the machine was suspended, only the
/// drill begins that the runner is in by then.
public struct DrillSequence: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    case running(Position)
    case paused(Position)
    case over
  }

  public struct Position: Hashable, Sendable {
    public let drill: Drill
    /// Which one that is, counted from 0, and of how many.
    public let index: Int
    public let count: Int
    /// How long the drill still lasts; more than zero.
    public let remaining: Duration
    /// The drill that follows; nil in the last.
    public let next: Drill?
  }

  private let drills: [Drill]
  private var stopwatch: Stopwatch
  /// How much was left out.
  private var skipped = Duration.zero
  /// How many drills have begun, or count as such.
  private var begun = 0
  /// How many pauses have begun.
  public private(set) var pauseCount = 0

  public init(_ drills: [Drill] = Drill.allCases, startingAt now: BootTime) {
    self.drills = drills
    stopwatch = Stopwatch(start: now)
  }

  public func state(at now: BootTime) -> State {
    guard let index = index(at: now) else { return .over }
    let position = Position(
      drill: drills[index], index: index, count: drills.count, remaining: end(of: index) - elapsed(at: now),
      next: drills.dropFirst(index + 1).first)
    return stopwatch.pauseStart == nil ? .running(position) : .paused(position)
  }

  public var isPaused: Bool { stopwatch.pauseStart != nil }

  /// When the drill ends that the runner is in; nil while paused and when all are over.
  public func nextChange(after now: BootTime) -> BootTime? {
    index(at: now).flatMap { stopwatch.time(ofElapsed: end(of: $0) - skipped) }
  }

  /// The drill that begins now, if one does.
  public mutating func advance(to now: BootTime) -> Drill? {
    let index = index(at: now) ?? drills.count
    defer { begun = max(begun, index + 1) }
    return index >= begun ? drills.dropFirst(index).first : nil
  }

  /// Pauses what runs, and lets go on what is paused.
  public mutating func togglePause(at now: BootTime) {
    guard index(at: now) != nil else { return }
    if isPaused {
      stopwatch.resume(at: now)
    } else {
      stopwatch.pause(at: now)
      pauseCount += 1
    }
  }

  /// Leaves out the rest of the drill that the runner is in. What was paused goes on with the next one.
  public mutating func skip(at now: BootTime) {
    guard let index = index(at: now) else { return }
    skipped += end(of: index) - elapsed(at: now)
    stopwatch.resume(at: now)
  }

  private func elapsed(at now: BootTime) -> Duration { stopwatch.elapsed(at: now) + skipped }

  /// The drill at that moment; at the end of one it is the next. Nil when all are over.
  private func index(at now: BootTime) -> Int? {
    let elapsed = elapsed(at: now)
    return drills.indices.first { elapsed < end(of: $0) }
  }

  /// When a drill ends, counted from the beginning of the first.
  private func end(of index: Int) -> Duration { drills[...index].map(\.duration).reduce(.zero, +) }
}
