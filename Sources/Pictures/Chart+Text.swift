import TerminalScreen

extension Chart {
  /// The chart in so many columns; 30 at least. Of more runs than it has columns for, it shows the latest, and says so.
  public func canvas(width: Int, _ glyphs: Glyphs) -> Canvas { TextChart(self, width: max(30, width), glyphs).canvas }
}

/// A chart in columns and rows: a title, a row for each piece of the axis, the axis of the runs, their labels.
private struct TextChart {
  private static let styles = [Style(.green), Style(.cyan), Style(.yellow)]
  /// How many columns a run may take, its distance to the next included.
  private static let widest = 6
  /// About how many rows a chart has that needs no more.
  private static let usualRows = 6

  private let chart: Chart
  private let width: Int
  private let glyphs: Glyphs
  /// The runs that are shown.
  private let runs: Range<Int>
  private let scale: Scale
  private let marks: [String]
  /// In which column the axis stands.
  private let axis: Int
  /// How many columns there are for each run.
  private let pitch: Int
  private let rowsPerStep: Int

  init(_ chart: Chart, width: Int, _ glyphs: Glyphs) {
    self.chart = chart
    self.glyphs = glyphs
    self.width = width
    let count = chart.labels.count
    // How wide the marks are depends on which runs are shown, and how many are shown on that width.
    var (axis, runs, scale) = (0, 0..<count, chart.scale(for: 0..<count))
    while let widest = scale.marks.map(\.count).max(), widest >= axis {
      axis = widest + 1
      runs = max(0, count - (width - axis - 1))..<count
      scale = chart.scale(for: runs)
    }
    (self.axis, self.runs, self.scale) = (axis, runs, scale)
    marks = scale.marks
    let room = width - axis - 1
    pitch = min(Self.widest, max(1, room / max(1, runs.count)))
    rowsPerStep = max(2, (Self.usualRows + scale.steps - 1) / scale.steps)
  }

  /// Rows between the title and the axis of the runs. Where points stand on the lowest mark, it needs a row of its own.
  private var rows: Int { rowsPerStep * scale.steps + (chart.form == .points ? 1 : 0) }
  private var axisRow: Int { 1 + rows }

  var canvas: Canvas {
    var canvas = Canvas(width: width, height: rows + 3)
    drawTitle(on: &canvas)
    drawAxes(on: &canvas)
    switch chart.form {
    case .bars: drawBars(on: &canvas)
    case .points: drawPoints(on: &canvas)
    }
    canvas.write(labels, row: axisRow + 1, column: axis + 1, .dim)
    return canvas
  }

  private func column(of run: Int) -> Int { axis + 1 + (run - runs.lowerBound) * pitch }
}

// MARK: - Words

extension TextChart {
  private func drawTitle(on canvas: inout Canvas) {
    canvas.write(chart.title, row: 0, column: 0, .bold)
    var column = chart.title.count + 2
    if chart.series.count > 1 {
      for (index, series) in chart.series.enumerated() {
        canvas.write("\(glyphs.signs[index]) \(series.name)", row: 0, column: column, Self.styles[index])
        column += series.name.count + 4
      }
    }
    let note = "latest \(runs.count) of \(chart.labels.count)"
    if runs.count < chart.labels.count, column + note.count <= width {
      canvas.write(note, row: 0, column: column, .dim)
    }
  }

  /// The first label and the last: below their runs, or where these are too near, one after the other.
  private var labels: String {
    let room = width - axis - 1
    let (first, last) = (chart.labels[runs.lowerBound], chart.labels[runs.upperBound - 1])
    guard runs.count > 1, first != last else { return last }
    let gap = min(room, runs.count * pitch) - first.count - last.count
    if gap >= 2 { return first + String(repeating: " ", count: gap) + last }
    let both = "\(first) to \(last)"
    return both.count <= room ? both : last
  }
}

// MARK: - Drawing

extension TextChart {
  private func drawAxes(on canvas: inout Canvas) {
    for row in 1..<axisRow { canvas.write(glyphs.upright, row: row, column: axis, .dim) }
    for (index, mark) in marks.enumerated() {
      // A bar fills the row of a mark that it reaches. That of zero is the axis.
      let row = chart.form == .bars ? axisRow - index * rowsPerStep : axisRow - 1 - index * rowsPerStep
      canvas.write(mark, row: row, column: axis - 1 - mark.count, .dim)
      canvas.write(glyphs.mark, row: row, column: axis, .dim)
    }
    let line = String(repeating: glyphs.level, count: width - axis - 1)
    canvas.write(glyphs.corner + line, row: axisRow, column: axis, .dim)
  }

  private func drawBars(on canvas: inout Canvas) {
    guard let series = chart.series.first else { return }
    for run in runs {
      guard let value = series.values[run], value > 0 else { continue }
      // What is more than nothing is seen.
      let eighths = max(1, Int((scale.height(of: value) * Double(rows * 8)).rounded()))
      for row in 0..<rows {
        let sign = glyphs.bar(eighths: eighths - 8 * row)
        let bar = String(repeating: sign, count: max(1, pitch - 1))
        canvas.write(bar, row: axisRow - 1 - row, column: column(of: run), Self.styles[0])
      }
    }
  }

  /// The most important last, over the others.
  private func drawPoints(on canvas: inout Canvas) {
    for (index, series) in chart.series.enumerated().reversed() {
      for run in runs {
        guard let value = series.values[run] else { continue }
        let row = Int((scale.height(of: value) * Double(rows - 1)).rounded())
        let column = column(of: run) + (pitch - 1) / 2
        canvas.write(glyphs.signs[index], row: axisRow - 1 - row, column: column, Self.styles[index])
      }
    }
  }
}

extension Glyphs {
  /// What points are drawn with, to be told apart without colours.
  fileprivate var signs: [String] { self == .blocks ? ["●", "▲", "▽"] : ["o", "^", "v"] }

  /// A row's piece of a bar, which is so many eighths of a row higher than its lower edge.
  fileprivate func bar(eighths: Int) -> Character {
    switch self {
    case .blocks: Array(" ▁▂▃▄▅▆▇█")[min(8, max(0, eighths))]
    case .ascii: eighths >= 4 ? "#" : eighths > 0 ? "_" : " "
    }
  }

  fileprivate var upright: String { self == .blocks ? "│" : "|" }
  fileprivate var mark: String { self == .blocks ? "┤" : "+" }
  fileprivate var level: String { self == .blocks ? "─" : "-" }
  fileprivate var corner: String { self == .blocks ? "└" : "+" }
}
