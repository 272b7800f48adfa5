import Workout
import WorkoutEngine

/// All that a runner is shown of a run at one moment.
public struct RunScene: Hashable, Sendable {
  public let workout: Workout
  public var state: Engine.State
  /// Whether the runner was asked if the run is to end.
  public var isAsking = false
  /// How cues sound, as far as it is known.
  public var cues = CueLevel()
  /// Whether the runner has a keyboard; signals come without one.
  public var hasKeys = true
  /// Something that the runner should know.
  public var notice: String?

  public init(_ workout: Workout, _ state: Engine.State) { (self.workout, self.state) = (workout, state) }
}

extension RunScene {
  /// Nil when it is complete.
  var position: Engine.Position? {
    switch state {
    case .running(let position), .paused(let position): position
    case .complete: nil
    }
  }

  var isPaused: Bool { if case .paused = state { true } else { false } }

  /// What counts now, in capitals: the interval, or that it is paused or over.
  var name: String {
    guard let position else { return "DONE" }
    return isPaused ? "PAUSED" : position.interval.kind.title.uppercased()
  }

  /// All that ``name`` may be.
  static let names = Interval.Kind.allCases.map { $0.title.uppercased() } + ["PAUSED", "DONE"]

  /// How long the interval still lasts, as a clock shows it.
  var countdown: String { (position?.remaining ?? .zero).roundedUp.clock }

  /// What comes next, and where the runner is while the name does not say it.
  var next: String {
    guard let position else { return "" }
    let then = position.next.map { "then \($0.kind.title.lowercased()) \($0.duration.clock)" } ?? "then done"
    return isPaused ? "in \(position.interval.kind.title.lowercased()), \(then)" : then
  }

  var elapsed: Duration { position?.elapsed ?? workout.total }
  var remaining: Duration { position?.totalRemaining ?? .zero }
}
