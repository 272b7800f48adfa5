import FoundationEssentials
import Testing

@testable import couch5k
@testable import make_pictures

@Suite struct ReadmePictureTests {
  private static func file(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "Support/\(name)"), encoding: .utf8)
  }

  @Test func `The README's run is the one that the program records`() throws {
    #expect(try Self.file("run.svg") == ExampleRun.svg + "\n", "make it anew with \"make pictures\"")
  }

  @Test func `The README's progress is the one that couch5k draws of the example`() throws {
    let drawn = ProgressReport(ExampleHistory.history).progressPicture.xml
    #expect(try Self.file("progress.svg") == drawn, "make it anew with \"make pictures\"")
  }

  @Test func `At each time those lines are seen that the terminal shows then`() {
    let recording = ExampleRun.recording
    let layers = recording.layers
    for (number, frame) in recording.frames.enumerated() {
      let seen = layers.filter { $0.frames.contains(number) }.flatMap(\.lines).sorted { $0.row < $1.row }
      let shown = frame.picture.lines.enumerated().filter { $0.element.width > 0 }
      #expect(seen.map(\.row) == shown.map(\.offset) && seen.map(\.line) == shown.map(\.element))
    }
  }

  @Test
  func `The recording refers to nothing outside, moves for nobody who minds, and has words for those who cannot see`() {
    let svg = ExampleRun.svg
    for reference in ["href", "url(", "@import", "<script", "<image"] { #expect(!svg.contains(reference)) }
    #expect(svg.contains("<title id=\"title\">") && svg.contains("<desc id=\"description\">"))
    #expect(svg.split(separator: "@media (prefers-reduced-motion: no-preference)")[0].contains("animation") == false)
  }
}
