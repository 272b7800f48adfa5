import CommandLineTool
import History
import RunScreen
import TerminalScreen
import Workout

/// The plan as a table for a terminal of 80 columns: a row for each week, with a cell for each run, or, where the three
/// are alike, one for them all. Once something is done, a column says what.
struct PlanTable {
  static let width = 79
  private static let separator = "  "
  private let history: RunHistory
  /// What stands over the columns before the runs.
  private let indent: String
  private let cellWidth: Int

  init(_ history: RunHistory) {
    self.history = history
    indent = history.done.isEmpty ? "Week  " : "Week  Done  "
    cellWidth = (Self.width - indent.count - 2 * Self.separator.count) / 3
  }

  private var separator: String { Self.separator }

  var text: String {
    let head = indent + (1...3).map { "Run \($0)".padded(to: cellWidth) }.joined(separator: separator).trimmedRight
    let rows = WorkoutID.weeks.flatMap { row($0) }
    return ([head] + rows + ["", note]).joined(separator: "\n")
  }

  private var note: String {
    """
    Before each run there is a warmup walk of 5 minutes, and after it a cooldown
    walk of 5 minutes. The times are those of the whole workout.\(history.done.isEmpty ? "" : "\n" + history.nextSentence)
    """
  }

  private func row(_ week: Int) -> [String] {
    let workouts = WorkoutID.days.compactMap { Plan.workout(week: week, day: $0) }
    let isUniform = workouts.allSatisfy { $0.work == workouts[0].work }
    let cells =
      isUniform
      ? [workouts[0].cell.wrapped(to: Self.width - indent.count)] : workouts.map { $0.cell.wrapped(to: cellWidth) }
    return (0..<(cells.map(\.count).max() ?? 0)).map { line in
      let start = (line == 0 ? beginning(week) : "").padded(to: indent.count)
      let texts = cells.map { line < $0.count ? $0[line] : "" }
      return (start + texts.map { $0.padded(to: cellWidth) }.joined(separator: separator)).trimmedRight
    }
  }

  /// The week, and a sign for each run: `   3  ✓✓·`.
  private func beginning(_ week: Int) -> String {
    let number = "\(week)".paddedLeft(to: 4)
    guard !history.done.isEmpty else { return number }
    let ids = WorkoutID.days.compactMap { WorkoutID(week: week, day: $0) }
    return number + separator + ids.map { history.isDone($0) ? "✓" : "·" }.joined()
  }
}

extension Workout {
  /// Its work and its whole length, `8 × (60 s run, 90 s walk) [30:00]`, in pieces that stay together.
  fileprivate var cell: [String] {
    let work = work.summary.split(separator: ", ").map(String.init)
    return work.dropLast().map { $0 + "," } + work.suffix(1) + ["[\(total.clock)]"]
  }
}

extension String {
  fileprivate var trimmedRight: String { String(reversed().drop { $0 == " " }.reversed()) }
}
