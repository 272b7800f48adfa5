import Spelling
import Testing

@Suite struct SpellingTests {
  private static let names = ["rate", "pitch", "pause", "volume", "voice"].map { Spelling($0) }

  @Test(arguments: [
    ("rate", ["rate", "pause", "pitch"]),
    ("RATE", ["rate", "pause", "pitch"]),
    ("voce", ["voice", "rate", "volume"]),
    ("volum", ["volume", "voice", "rate"]),
    ("", ["rate", "pitch", "pause"]),
  ])
  func `The nearest names are those with the fewest letters put in, left out or replaced, and of equals the first`(
    word: String, nearest: [String]
  ) {
    #expect(Self.names.nearest(to: word, count: 3) == nearest)
  }

  @Test func `A name is also near by what else it is called`() {
    let names = [Spelling("en-us", alsoWritten: ["English (America)"]), Spelling("de", alsoWritten: ["German"])]
    #expect(names.nearest(to: "germany", count: 1) == ["de"])
    #expect(names.nearest(to: "english america", count: 1) == ["en-us"])
  }

  @Test func `There are no more names than there are`() {
    #expect(Self.names.nearest(to: "x", count: 9).count == 5)
    #expect([Spelling]().nearest(to: "x", count: 3).isEmpty)
  }

  @Test func `A long word is compared as fast as a short one`() {
    #expect(Self.names.nearest(to: String(repeating: "rate", count: 100_000), count: 1).count == 1)
  }
}
