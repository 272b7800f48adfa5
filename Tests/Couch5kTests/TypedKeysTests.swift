import Testing

@testable import couch5k

@Suite struct TypedKeysTests {
  private func typed(_ pieces: [String]) -> String {
    var keys = TypedKeys()
    return String(decoding: pieces.flatMap { keys.take(Array($0.utf8)) }, as: UTF8.self)
  }

  @Test func `Characters are keys`() {
    #expect(typed(["q", "n c+", "\u{0C}"]) == "qn c+\u{0C}")
  }

  @Test(arguments: [
    // Right, as terminals send it in either mode and with Shift; F2; End; Linux's F3; a function key's number.
    "\u{1B}[C", "\u{1B}OC", "\u{1B}[1;2C", "\u{1B}OQ", "\u{1B}[F", "\u{1B}[[C", "\u{1B}[15~",
  ])
  func `Of arrows and function keys no letter is a key, wherever they are cut`(sequence: String) {
    #expect(typed(["a\(sequence)b"]) == "ab")
    #expect(typed(["a\(sequence.prefix(2))", sequence.dropFirst(2) + "b"]) == "ab")
  }

  @Test func `An escape alone is a key, and so is what comes after it`() {
    #expect(typed(["\u{1B}", "q"]) == "\u{1B}q")
    #expect(typed(["\u{1B}\u{1B}"]) == "\u{1B}")
    #expect(typed(["\u{1B}q"]) == "q")
  }
}
