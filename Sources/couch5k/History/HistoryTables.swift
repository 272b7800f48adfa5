import CalendarTime
import CommandLineTool
import History
import RunScreen
import Workout

/// What is known of a person's runs, as texts for a terminal of 80 columns.
enum HistoryTable {
  static let unknown = "—"
  private static let gap = "  "

  /// The runs, newest first.
  static func runs(_ history: RunHistory) -> String {
    guard !history.runs.isEmpty else { return "No runs yet." }
    let rows = history.runs.reversed().map { run in
      [
        run.shortID, run.start.local, run.workout.title, run.moving.clock, run.metres.distanceText,
        run.pace?.perKilometre.clock ?? unknown, run.outcome == .completed ? "" : run.outcome.rawValue,
      ]
    }
    return table([["Run", "Began", "Workout", "Time", "Distance", "Pace/km", ""]] + rows)
  }

  /// A run and its intervals.
  static func summary(_ run: CompletedRun) -> String {
    let head = "\(run.heading), \(run.outcome.rawValue)"
    var figures = [
      ["Time", run.moving.clock], ["Distance", run.metres.distanceText], ["Pace", run.pace.text],
      ["Run pace", run.pace(of: .run).text], ["Walk pace", run.pace(of: .walk).text],
    ]
    if let fastest = run.paces.map(\.pace).min(by: { $0.perKilometre < $1.perKilometre }) {
      figures.append(["Fastest 30 s", Optional(fastest).text])
    }
    let isMeasured = run.segments.contains { $0.metres != nil }
    let segments = run.segments.map { segment in
      [segment.kind.title, segment.moving.clock] + (isMeasured ? [segment.metres.distanceText, segment.pace.text] : [])
    }
    return [head, table(figures), table(segments)].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// What the runs of each week come to, and all of them; nil where there are none. Columns that so many columns of the
  /// screen have no room for are left out.
  static func weeks(_ history: RunHistory, width: Int) -> String? {
    guard !history.runs.isEmpty else { return nil }
    let weeks = WorkoutID.weeks.compactMap { week -> [String]? in
      let runs = history.runs.filter { $0.workout.week == week }
      return runs.isEmpty ? nil : row("Week \(week)", Figures(of: runs))
    }
    let columns = ["", "Runs", "Time", "Distance", "Pace", "Longest run"]
    return table([columns] + weeks + [row("All", Figures(of: history.runs))], width: width)
  }

  private static func row(_ name: String, _ figures: Figures) -> [String] {
    [
      name, "\(figures.runs)", figures.moving.clock, figures.metres.distanceText, figures.pace.text,
      figures.longestRun == .zero ? unknown : figures.longestRun.clock,
    ]
  }

  /// Columns as wide as they must be; the last ones are left out where so many columns of the screen are too few.
  private static func table(_ rows: [[String]], width: Int = .max) -> String {
    var widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    while widths.count > 1, widths.reduce(0, +) + gap.count * (widths.count - 1) > width { widths.removeLast() }
    return rows.map { row in
      let line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: gap)
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}

extension CompletedRun {
  /// The beginning of its id, by which it is named on the command line.
  var shortID: String { String(id.description.prefix(8)) }

  /// `Week 3, run 2, 2026-11-30 07:15`
  var heading: String { "\(workout.title), \(start.local)" }

  /// What is known of how far and how fast it went.
  var distanceLine: String { "\(heading): \(metres.distanceText)\(pace.map { ", \(Optional($0).text)" } ?? "")" }
}

extension Optional<Double> {
  /// Of metres: `4.25 km`.
  var distanceText: String {
    guard let metres = self else { return HistoryTable.unknown }
    let (kilometres, rest) = Int((metres / 10).rounded()).quotientAndRemainder(dividingBy: 100)
    return "\(kilometres).\(rest < 10 ? "0" : "")\(rest) km"
  }
}

extension Optional<Pace> {
  /// `06:40 /km`
  var text: String { map { "\($0.perKilometre.clock) /km" } ?? HistoryTable.unknown }
}
