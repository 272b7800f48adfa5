import CommandLineTool
import Workout

/// The plan as a table for a terminal of 80 columns: a row for each week, with a cell for each run, or, where the three
/// are alike, one for them all.
enum PlanTable {
  static let width = 79
  private static let indent = "Week  "
  private static let cellWidth = 23
  private static let separator = "  "

  static var text: String {
    let head = indent + (1...3).map { "Run \($0)".padded(to: cellWidth) }.joined(separator: separator).trimmedRight
    let rows = WorkoutID.weeks.flatMap { row($0) }
    return ([head] + rows + ["", note]).joined(separator: "\n")
  }

  private static var note: String {
    """
    Before each run there is a warmup walk of 5 minutes, and after it a cooldown
    walk of 5 minutes. The times are those of the whole workout.
    """
  }

  private static func row(_ week: Int) -> [String] {
    let workouts = WorkoutID.days.compactMap { Plan.workout(week: week, day: $0) }
    let isUniform = workouts.allSatisfy { $0.work == workouts[0].work }
    let cells =
      isUniform
      ? [workouts[0].cell.wrapped(to: width - indent.count)] : workouts.map { $0.cell.wrapped(to: cellWidth) }
    return (0..<(cells.map(\.count).max() ?? 0)).map { line in
      let start = (line == 0 ? "\(week)" : "").paddedLeft(to: indent.count - separator.count) + separator
      let texts = cells.map { line < $0.count ? $0[line] : "" }
      return (start + texts.map { $0.padded(to: cellWidth) }.joined(separator: separator)).trimmedRight
    }
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
