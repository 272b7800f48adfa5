import History
import Testing

@Suite struct RunIDTests {
  @Test func `An id is a UUID of version 4, and no two are the same`() {
    let ids = (0..<1_000).map { _ in RunID() }
    #expect(Set(ids).count == 1_000)
    for id in ids {
      let text = Array(id.description)
      #expect(text.count == 36 && text[14] == "4" && "89ab".contains(text[19]))
      #expect(RunID(id.description) == id)
    }
  }

  @Test func `An id is read in capitals too, and keeps its leading zeros`() {
    let text = "00000000-0000-4000-8000-00000000000a"
    #expect(RunID(text.uppercased())?.description == text)
  }

  @Test(arguments: [
    "", "1b4e28ba2fa141d2883f0016d3cca427", "1b4e28ba-2fa1-41d2-883f-0016d3cca42",
    "1b4e28ba-2fa1-41d2-883f-0016d3cca42g", "+b4e28ba-2fa1-41d2-883f-0016d3cca427",
    "1b4e28ba-2fa1-41d2-883f-0016d3cca427-", "１b4e28ba-2fa1-41d2-883f-0016d3cca427",
  ])
  func `What is no UUID is none`(text: String) { #expect(RunID(text) == nil) }
}
