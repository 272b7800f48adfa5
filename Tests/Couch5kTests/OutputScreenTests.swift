import Testing

@testable import couch5k

@Suite struct OutputScreenTests {
  @Test(arguments: [
    (120, ["TERM": "xterm"], 120, true), (0, ["TERM": "xterm"], 80, true), (nil, ["TERM": "xterm"], 80, false),
    (120, ["TERM": "xterm", "NO_COLOR": ""], 120, true), (120, ["TERM": "xterm", "NO_COLOR": "0"], 120, false),
    (120, ["TERM": "dumb"], 120, false), (120, [:], 120, false),
  ])
  func `Colours are for terminals that have them, unless somebody wants none`(
    terminalColumns: Int?, environment: [String: String], columns: Int, isColoured: Bool
  ) {
    let screen = OutputScreen(terminalColumns: terminalColumns, environment: environment)
    #expect(screen.columns == columns && screen.isColoured == isColoured)
  }
}
