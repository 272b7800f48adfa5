import FoundationEssentials
import History
import Workout

/// A run with what it comes to: `summary --json`.
struct SummaryDocument: Encodable {
  let run: RunDocument
  /// Seconds for a kilometre; absent where it is not known.
  let secondsPerKilometre: Int64?
  let runSecondsPerKilometre: Int64?
  let walkSecondsPerKilometre: Int64?

  init(_ run: CompletedRun) {
    self.run = RunDocument(run)
    secondsPerKilometre = run.pace.seconds
    runSecondsPerKilometre = run.pace(of: .run).seconds
    walkSecondsPerKilometre = run.pace(of: .walk).seconds
  }

  var json: String { encoded(self) }
}

/// How far somebody has come: `progress --json`.
struct ProgressDocument: Encodable {
  struct Place: Encodable {
    let week: Int
    let day: Int
  }

  struct Sum: Encodable {
    /// Absent: all weeks.
    let week: Int?
    let runs: Int
    let movingSeconds: Int64
    let distanceMetres: Double?
    let secondsPerKilometre: Int64?
    let longestRunSeconds: Int64

    init(_ week: Int?, _ figures: Figures) {
      self.week = week
      runs = figures.runs
      movingSeconds = figures.moving.components.seconds
      distanceMetres = figures.metres
      secondsPerKilometre = figures.pace.seconds
      longestRunSeconds = figures.longestRun.components.seconds
    }
  }

  let done: Int
  /// Absent once the last workout is done.
  let next: Place?
  let weeks: [Sum]
  let all: Sum

  init(_ history: RunHistory) {
    done = history.done.count
    next = history.next.map { Place(week: $0.week, day: $0.day) }
    weeks = WorkoutID.weeks.map { week in Sum(week, Figures(of: history.runs.filter { $0.workout.week == week })) }
    all = Sum(nil, Figures(of: history.runs))
  }

  var json: String { encoded(self) }
}

extension Optional<Pace> {
  fileprivate var seconds: Int64? { map { $0.perKilometre.components.seconds } }
}
