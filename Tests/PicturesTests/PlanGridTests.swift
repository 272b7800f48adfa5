import Cue
import History
import TerminalScreen
import Testing
import Workout

@testable import Pictures

@Suite struct PlanGridTests {
  private static func grid(_ done: some Sequence<WorkoutID>) -> PlanGrid {
    PlanGrid(
      RunHistory(
        marks: Dictionary(uniqueKeysWithValues: done.map { ($0, Mark(isDone: true, made: WallTime(microseconds: 0))) }))
    )
  }

  private static let some = grid([0, 2, 3].map { WorkoutID.allCases[$0] })

  @Test func `In 40 columns each week is a column, each run a row, and what is done is filled`() {
    #expect(
      Self.some.canvas(width: 40, .blocks).text(isStyled: false) == """
        Week   1  2  3  4  5  6  7  8  9
        Run 1  ██ ██ ·· ·· ·· ·· ·· ·· ··
        Run 2  ·· ▒▒ ·· ·· ·· ·· ·· ·· ··
        Run 3  ██ ·· ·· ·· ·· ·· ·· ·· ··

        ██ done  ▒▒ next  ·· to come
        """)
  }

  @Test func `Where there is nothing but ASCII, cells are told apart by that`() {
    let text = Self.some.canvas(width: 40, .ascii).text(isStyled: false)
    #expect(text.hasPrefix("Week   1  2  3  4  5  6  7  8  9\nRun 1  ## ## .. "))
    #expect(text.hasSuffix("\n## done  >> next  .. to come"))
  }

  @Test func `Cells grow with the window, up to what is easily taken in`() {
    #expect([33, 40, 60, 80, 200].map { Self.some.canvas(width: $0, .blocks).width } == [33, 33, 51, 60, 60])
  }

  @Test func `The grid has a cell for each workout, and none is next once the last is done`() {
    for (grid, done, next) in [(Self.grid([]), 0, 1), (Self.some, 3, 1), (Self.grid(WorkoutID.allCases), 27, 0)] {
      let cells = WorkoutID.allCases.map { grid[$0] }
      #expect(cells.count { $0 == .done } == done && cells.count { $0 == .next } == next)
      let xml = grid.svg.element.xml
      #expect(xml.split(separator: "<rect").count - 1 == 27)
      #expect(xml.split(separator: "class=\"first\"").count - 1 == done)
      #expect(xml.split(separator: ": done</title>").count - 1 == done)
    }
  }
}
