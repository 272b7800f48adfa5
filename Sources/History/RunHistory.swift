import Cue
import Workout

/// What a person said of a workout by hand.
public struct Mark: Hashable, Sendable {
  public let isDone: Bool
  /// When it was said.
  public let made: WallTime

  public init(isDone: Bool, made: WallTime) {
    self.isDone = isDone
    self.made = made
  }
}

/// Everything that was run, and what was marked by hand.
public struct RunHistory: Hashable, Sendable {
  /// The oldest first.
  public let runs: [CompletedRun]
  public let marks: [WorkoutID: Mark]

  /// - Parameter runs: in any order.
  public init(runs: [CompletedRun] = [], marks: [WorkoutID: Mark] = [:]) {
    self.runs = runs.sorted { ($0.start, $0.id.description) < ($1.start, $1.id.description) }
    self.marks = marks
  }

  /// Whether a workout is done: it was completed, or marked as done. What was marked as not done is done again once it
  /// is completed later.
  public func isDone(_ id: WorkoutID) -> Bool {
    let completed = runs.filter { $0.workout == id && $0.outcome == .completed }.map(\.end).max()
    guard let mark = marks[id] else { return completed != nil }
    return mark.isDone || completed.map { $0 > mark.made } ?? false
  }

  /// The workouts that are done, in the plan's order.
  public var done: [WorkoutID] { WorkoutID.allCases.filter(isDone) }

  /// The workout after the furthest that is done; nil when the plan's last one is.
  public var next: WorkoutID? { Plan.next(after: done) }

  /// The runs whose id begins so, in small or capital letters.
  public func runs(withPrefix prefix: String) -> [CompletedRun] {
    runs.filter { $0.id.description.hasPrefix(prefix.lowercased()) }
  }
}
