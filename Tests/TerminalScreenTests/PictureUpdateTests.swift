import Testing

@testable import TerminalScreen

@Suite struct PictureUpdateTests {
  private let size = Picture.Size(columns: 5, rows: 3)

  private func picture(_ lines: StyledLine...) -> Picture { Picture(size: size, lines: lines) }

  @Test func `Where nobody knows what a terminal shows, every row is written, as one step`() {
    #expect(
      PictureUpdate.from(nil, to: picture(StyledLine("a"), StyledLine("12345")))
        == "\u{1B}[?2026h\u{1B}[1;1Ha\u{1B}[K\u{1B}[2;1H12345\u{1B}[3;1H\u{1B}[K\u{1B}[?2026l")
  }

  @Test func `Only lines that differ are written`() {
    let old = picture(StyledLine("a"), StyledLine("b"), StyledLine("c"))
    #expect(
      PictureUpdate.from(old, to: picture(StyledLine("a"), StyledLine("x")))
        == "\u{1B}[?2026h\u{1B}[2;1Hx\u{1B}[K\u{1B}[3;1H\u{1B}[K\u{1B}[?2026l")
    #expect(PictureUpdate.from(old, to: old).isEmpty)
  }

  @Test func `After a change of its size a terminal's picture is not known`() {
    let old = Picture(size: .init(columns: 9, rows: 3), lines: [StyledLine("a")])
    let new = picture(StyledLine("a"))
    #expect(PictureUpdate.from(old, to: new) == PictureUpdate.from(nil, to: new))
  }

  @Test func `A style ends where its text does`() {
    var line = StyledLine("a", Style(.green, isBold: true))
    line.append("b")
    line.append("c", .reversed)
    #expect(
      PictureUpdate.from(picture(), to: picture(line))
        == "\u{1B}[?2026h\u{1B}[1;1H\u{1B}[1;32ma\u{1B}[0mb\u{1B}[7mc\u{1B}[0m\u{1B}[K\u{1B}[?2026l")
  }

  @Test func `The screen is never cleared as a whole, which would be seen`() {
    let update = PictureUpdate.from(nil, to: picture(StyledLine("a")))
    #expect(!update.contains("\u{1B}[2J") && !update.contains("\u{1B}[J"))
  }
}

@Suite struct StyledLineTests {
  @Test func `Neighbours that look alike are one piece`() {
    var line = StyledLine("a", .bold)
    line.append("b", .bold)
    line.append("c")
    line.append("")
    #expect(line.pieces.map(\.text) == ["ab", "c"])
    #expect(line.width == 3)
  }

  @Test func `What would control the terminal is not sent to it`() {
    #expect(StyledLine("a\u{1B}[2Jb\nc\r\nd\u{9B}").text == "a?[2Jb?c??d?")
  }

  @Test func `A picture is cut to its size`() {
    let picture = Picture(size: .init(columns: 3, rows: 1), lines: [StyledLine("abcde"), StyledLine("f")])
    #expect(picture.text == "abc")
  }

  @Test(arguments: [(8, "ab   cde"), (6, "ab cde"), (5, nil)] as [(Int, String?)])
  func `Two texts are spread over the width where there is room between them`(width: Int, text: String?) {
    #expect(StyledLine.spread(StyledLine("ab"), StyledLine("cde"), over: width)?.text == text)
  }
}
