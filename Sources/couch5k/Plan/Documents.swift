import FoundationEssentials
import History
import Workout

/// The plan as JSON: `plan --json`.
struct PlanDocument: Encodable {
  struct Week: Encodable {
    let week: Int
    let summary: String
    let workouts: [WorkoutDocument]
  }

  let weeks: [Week]

  init(_ history: RunHistory) {
    weeks = WorkoutID.weeks.map { week in
      let workouts = WorkoutID.days.compactMap { Plan.workout(week: week, day: $0) }
      return Week(
        week: week, summary: Plan.summary(ofWeek: week) ?? "",
        workouts: workouts.map { WorkoutDocument($0, isDone: history.isDone($0.id)) })
    }
  }

  var json: String { encoded(self) }
}

/// A workout as JSON: `show --json`. All times are whole seconds.
struct WorkoutDocument: Encodable {
  struct Interval: Encodable {
    let kind: String
    let startSeconds: Int64
    let seconds: Int64
  }

  let week: Int
  let day: Int
  let work: String
  let seconds: Int64
  /// Absent where nobody asked.
  let done: Bool?
  let intervals: [Interval]

  init(_ workout: Workout, isDone: Bool? = nil) {
    done = isDone
    week = workout.id.week
    day = workout.id.day
    work = workout.work.summary
    seconds = workout.total.components.seconds
    intervals = zip(workout.offsets, workout.intervals).map { offset, interval in
      Interval(
        kind: interval.kind.rawValue, startSeconds: offset.components.seconds,
        seconds: interval.duration.components.seconds)
    }
  }

  var json: String { encoded(self) }
}

/// Readable JSON with names in snake case, as in the daemon's interface.
func encoded(_ document: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.keyEncodingStrategy = .convertToSnakeCase
  guard let data = try? encoder.encode(document) else { preconditionFailure("numbers and strings are always JSON") }
  return String(decoding: data, as: UTF8.self)
}
