import History
import TerminalScreen
import Workout

/// The plan as a grid of 9 weeks and 3 runs, filled as it is done.
public struct PlanGrid: Hashable, Sendable {
  enum Cell: Hashable {
    case done, next, open
  }

  private let done: Set<WorkoutID>
  private let next: WorkoutID?

  public init(_ history: RunHistory) {
    done = Set(history.done)
    next = history.next
  }

  subscript(id: WorkoutID) -> Cell { done.contains(id) ? .done : id == next ? .next : .open }
}

// MARK: - For a terminal

extension PlanGrid {
  private static let widestCell = 5

  /// A column for each week and a row for each run, with a line that explains the signs, in so many columns; 33 at least.
  public func canvas(width: Int, _ glyphs: Glyphs) -> Canvas {
    let heading = "Run 1  "
    let cellWidth = min(Self.widestCell, max(2, (width - heading.count) / WorkoutID.weeks.count - 1))
    func column(_ week: Int) -> Int { heading.count + (week - 1) * (cellWidth + 1) }

    var canvas = Canvas(width: column(WorkoutID.weeks.upperBound + 1) - 1, height: WorkoutID.days.count + 3)
    canvas.write("Week", row: 0, column: 0, .dim)
    for week in WorkoutID.weeks { canvas.write("\(week)", row: 0, column: column(week), .dim) }
    for day in WorkoutID.days { canvas.write("Run \(day)", row: day, column: 0, .dim) }
    for id in WorkoutID.allCases {
      let cell = String(repeating: self[id].sign(glyphs), count: cellWidth)
      canvas.write(cell, row: id.day, column: column(id.week), self[id].textStyle)
    }
    var place = 0
    for cell in [Cell.done, .next, .open] {
      canvas.write(
        String(repeating: cell.sign(glyphs), count: 2), row: WorkoutID.days.count + 2, column: place, cell.textStyle)
      canvas.write(cell.name, row: WorkoutID.days.count + 2, column: place + 3, .dim)
      place += cell.name.count + 5
    }
    return canvas
  }
}

extension PlanGrid.Cell {
  fileprivate var name: String {
    switch self {
    case .done: "done"
    case .next: "next"
    case .open: "to come"
    }
  }

  /// Told apart without colours.
  fileprivate func sign(_ glyphs: Glyphs) -> Character {
    switch self {
    case .done: glyphs == .blocks ? "█" : "#"
    case .next: glyphs == .blocks ? "▒" : ">"
    case .open: glyphs == .blocks ? "·" : "."
    }
  }

  fileprivate var textStyle: Style { self == .open ? .dim : Style(.green) }
}

// MARK: - On a page

extension PlanGrid {
  /// The grid on a page.
  public var svg: SVGPage.Part {
    let (left, top, pitch, size) = (64, 34, 72, 30)
    func x(_ week: Int) -> Int { left + (week - 1) * pitch }
    func y(_ day: Int) -> Int { top + (day - 1) * (size + 8) }
    let middle = (pitch - 8) / 2
    let weeks = WorkoutID.weeks.map { week in
      SVGElement("text", ["class": "faint middle", "x": "\(x(week) + middle)", "y": "22"], text: "Week \(week)")
    }
    let days = WorkoutID.days.map { day in
      SVGElement("text", ["class": "faint", "x": "0", "y": "\(y(day) + size / 2 + 4)"], text: "Run \(day)")
    }
    let cells = WorkoutID.allCases.map { id in
      SVGElement(
        "rect",
        [
          "class": self[id].style, "x": "\(x(id.week))", "y": "\(y(id.day))", "width": "\(pitch - 8)",
          "height": "\(size)", "rx": "5",
        ], [SVGElement("title", text: "Week \(id.week), run \(id.day): \(self[id].name)")])
    }
    return SVGPage.Part(
      height: y(WorkoutID.days.upperBound) + size, element: SVGElement("g", [:], weeks + days + cells))
  }
}

extension PlanGrid.Cell {
  fileprivate var style: String {
    switch self {
    case .done: "first"
    case .next: "next"
    case .open: "open"
    }
  }
}
