import CalendarTime
import History
import Pictures
import TerminalScreen
import Workout

/// How far somebody has come: in words, as the plan's grid, as a table of weeks, and as charts.
struct ProgressReport {
  /// From so many columns on a chart is not squeezed beside another.
  private static let chartWidth = 38
  private static let gap = 3

  private let history: RunHistory

  init(_ history: RunHistory) { self.history = history }

  /// `4 of 27 runs are done. Next is week 2, run 2.`
  var sentence: String { "\(history.done.count) of \(WorkoutID.allCases.count) runs are done. \(history.nextSentence)" }

  private var charts: [Chart] { history.charts { $0.start.localDay } }
}

// MARK: - For a terminal

extension ProgressReport {
  func text(on screen: OutputScreen) -> String {
    // Some terminals begin another line where the last column is filled.
    let width = screen.columns - 1
    let grid = PlanGrid(history).canvas(width: width, screen.look.glyphs)
    let parts = [
      Self.wrapped(sentence, width), screen.text(grid),
      HistoryTable.weeks(history, width: width), charts(width, screen.look.glyphs).map(screen.text), hint(width),
    ]
    return parts.compactMap { $0 }.joined(separator: "\n\n")
  }

  /// All beside one another if there is room, else one below another.
  private func charts(_ width: Int, _ glyphs: Glyphs) -> Canvas? {
    guard !charts.isEmpty else { return nil }
    let share = (width - Self.gap * (charts.count - 1)) / charts.count
    guard charts.count > 1, share >= Self.chartWidth else {
      return .stacked(charts.map { $0.canvas(width: width, glyphs) }, gap: 1)
    }
    return .sideBySide(charts.map { $0.canvas(width: share, glyphs) }, gap: Self.gap)
  }

  /// Why there are no more charts.
  private func hint(_ width: Int) -> String? {
    guard !history.runs.isEmpty, history.runs.allSatisfy({ $0.metres == nil }) else { return nil }
    return Self.wrapped(
      "Distance and pace are drawn once it is known how far you ran: \"couch5k distance METRES\" notes it.", width)
  }

  private static func wrapped(_ text: String, _ width: Int) -> String {
    text.split(separator: " ").map(String.init).wrapped(to: width).joined(separator: "\n")
  }
}

// MARK: - As SVG

extension ProgressReport {
  var planPicture: SVGPage {
    SVGPage(title: "The plan from the couch to 5 km", description: sentence, grid)
  }

  var progressPicture: SVGPage {
    SVGPage(
      title: "From the couch to 5 km", description: ([sentence] + charts.map(\.summary)).joined(separator: " "),
      grid + charts.map(\.svg))
  }

  private var grid: [SVGPage.Part] { [.heading(sentence), PlanGrid(history).svg] }
}
