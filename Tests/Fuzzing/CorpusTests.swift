import FoundationEssentials
import Testing

/// The inputs that `make fuzz` begins with, and those that it once found.
@Suite struct CorpusTests {
  @Test(arguments: Reader.allCases)
  func `no reader breaks its promises for what is kept`(reader: Reader) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpora/\(reader.rawValue)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names {
      [UInt8](try Data(contentsOf: folder.appending(path: name))).withUnsafeBytes { reader.read($0) }
    }
  }
}
