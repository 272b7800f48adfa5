import Testing

@testable import TerminalScreen

@Suite struct BigTextTests {
  @Test func `Of two dots in a character, one above the other, block characters show each`() {
    #expect(
      BigText("RUN", scale: 1).rows(.blocks) == [
        "█▀▄ █ █ █▄ █",
        "█▀▄ █ █ █ ▀█",
        "▀ ▀ ▀▀▀ ▀  ▀",
      ])
  }

  @Test func `Twice as large, a dot is a square of two columns and one row, in ASCII too`() {
    let rows = BigText("4:1", scale: 2).rows(.ascii)
    #expect(
      rows == [
        "##  ##        ##  ",
        "##  ##  ##  ####  ",
        "######        ##  ",
        "    ##  ##    ##  ",
        "    ##      ######",
      ])
    #expect(BigText("4:1", scale: 2).rows(.blocks) == rows.map { String($0.map { $0 == "#" ? "█" : $0 }) })
  }

  @Test(arguments: 1...8)
  func `At every scale all rows are as wide as it says, and as many`(scale: Int) {
    let text = BigText("COOL DOWN", scale: scale)
    let rows = text.rows(.blocks)
    #expect(rows.count == text.height)
    #expect(rows.allSatisfy { $0.count == text.width })
    #expect(text.width == 36 * scale)
  }

  @Test func `What has no letter is a space`() {
    #expect(BigText("?", scale: 1).rows(.ascii) == [" ", " ", " "])
  }

  @Test func `Digits are told apart`() {
    let digits = (0...9).map { BigText("\($0)", scale: 2).rows(.blocks) }
    #expect(Set(digits).count == 10)
  }
}
