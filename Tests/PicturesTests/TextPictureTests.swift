import Pictures
import Testing

@Suite struct TextPictureTests {
  @Test func `What is written is where it belongs, and cut off at the edges`() {
    var picture = TextPicture(width: 5, height: 2)
    picture.write("ab", row: 0, column: 1)
    picture.write("long text", row: 1, column: 2)
    picture.write("nowhere", row: 2, column: 0)
    #expect(picture.text(isColoured: false) == " ab\n  lon")
  }

  @Test func `Inks are sequences where there are colours, and nothing where there are none`() {
    var picture = TextPicture(width: 9, height: 1)
    picture.write("a", row: 0, column: 0)
    picture.write("bc", row: 0, column: 2, .first)
    picture.write("d", row: 0, column: 5, .second)
    #expect(picture.text(isColoured: false) == "a bc d")
    #expect(picture.text(isColoured: true) == "a \u{1B}[32mbc \u{1B}[0m\u{1B}[36md\u{1B}[0m")
  }

  @Test func `Pictures stand below or beside one another`() {
    let pictures = [("ab", 2), ("c", 1)].map { text, height in
      var picture = TextPicture(width: text.count, height: height)
      for row in 0..<height { picture.write(text, row: row, column: 0) }
      return picture
    }
    let stacked = TextPicture.stacked(pictures, gap: 1)
    #expect(stacked.text(isColoured: false) == "ab\nab\n\nc")
    #expect(stacked.width == 2 && stacked.height == 4)
    let beside = TextPicture.sideBySide(pictures, gap: 2)
    #expect(beside.text(isColoured: false) == "ab  c\nab")
    #expect(beside.width == 5 && beside.height == 2)
    #expect(TextPicture.stacked([], gap: 1).text(isColoured: true) == "")
  }
}
