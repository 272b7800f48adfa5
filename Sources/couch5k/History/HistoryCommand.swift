import CommandLineTool
import Cue
import History
import HistoryDatabase
import Workout

/// The commands that read or change the history.
struct HistoryCommand {
  private let request: HistoryRequest

  init(_ request: HistoryRequest) { self.request = request }

  /// - Returns: the program's exit status.
  func carryOut() -> Int32 {
    do throws(HistoryError) {
      return printText(try answer())
    } catch {
      complain("couch5k", error.description)
      return ExitStatus.failure
    }
  }

  private func answer() throws(HistoryError) -> String {
    switch request {
    case .next: return try StoredHistory.read().nextTitle
    case .plan(let asJSON):
      let history = try StoredHistory.read()
      return asJSON ? PlanDocument(history).json : PlanTable(history).text
    case .mark(let workouts, let isDone):
      let file = try StoredHistory.open()
      try file.mark(workouts, Mark(isDone: isDone, made: .now))
      return try Self.told(workouts, isDone: isDone) + " " + file.history().nextSentence
    }
  }

  private static func told(_ workouts: [WorkoutID], isDone: Bool) -> String {
    let what = isDone ? "marked as done" : "marked as not done"
    guard let first = workouts.first, let last = workouts.last, first != last else {
      return "\(workouts.first?.title ?? "Nothing") is \(what)."
    }
    return "\(first.title) to \(last.description) are \(what)."
  }
}
