import TerminalScreen
import Testing

@Suite struct CanvasTests {
  @Test func `What is drawn is where it belongs, and cut off at the edges`() {
    var canvas = Canvas(width: 5, height: 2)
    canvas.write("ab", row: 0, column: 1)
    canvas.write("long text", row: 1, column: 2)
    canvas.write("nowhere", row: 2, column: 0)
    #expect(canvas.text(isStyled: false) == " ab\n  lon")
  }

  @Test func `Styles are sequences where they are wanted, and nothing elsewhere`() {
    var canvas = Canvas(width: 9, height: 1)
    canvas.write("a", row: 0, column: 0)
    canvas.write("bc", row: 0, column: 2, .bold)
    canvas.write("d", row: 0, column: 5, Style(.cyan))
    #expect(canvas.text(isStyled: false) == "a bc d")
    #expect(canvas.text(isStyled: true) == "a \u{1B}[1mbc\u{1B}[0m \u{1B}[36md\u{1B}[0m")
  }

  @Test func `Canvases stand below or beside one another`() {
    let canvases = [("ab", 2), ("c", 1)].map { text, height in
      var canvas = Canvas(width: text.count, height: height)
      for row in 0..<height { canvas.write(text, row: row, column: 0) }
      return canvas
    }
    let stacked = Canvas.stacked(canvases, gap: 1)
    #expect(stacked.text(isStyled: false) == "ab\nab\n\nc")
    #expect(stacked.width == 2 && stacked.height == 4)
    let beside = Canvas.sideBySide(canvases, gap: 2)
    #expect(beside.text(isStyled: false) == "ab  c\nab")
    #expect(beside.width == 5 && beside.height == 2)
    #expect(Canvas.stacked([], gap: 1).text(isStyled: true) == "")
  }
}
