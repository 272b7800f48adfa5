import FoundationEssentials
import Testing

@testable import make_manual

@Suite struct ManualPageTests {
  @Test func `The man page of the settings is what the table makes`() throws {
    let file =
      #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
      + "/Support/man/cued.settings.5"
    let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    #expect(text == ManualPage.settings + "\n", "make it anew with \"make manual\"")
  }
}
