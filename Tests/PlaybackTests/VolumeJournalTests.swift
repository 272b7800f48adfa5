import Ducking
import FoundationEssentials
import Testing

@testable import Playback

/// What keeps the volumes of others from being forgotten.
@Suite struct VolumeJournalTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "cued-\(UUID().uuidString)").path
  private var file: VolumeJournalFile { VolumeJournalFile(directory: directory) }

  @Test func `Of two, the second gets the lock when the first has gone`() {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var first: VolumeJournalLock? = VolumeJournalLock(directory: directory)
    let second = VolumeJournalLock(directory: directory)
    #expect(first?.acquire() == true)
    #expect(first?.acquire() == true)
    #expect(!second.acquire())
    first = nil
    #expect(second.acquire())
  }

  @Test func `Where nothing can be written there is no lock to wait for`() {
    #expect(VolumeJournalLock(directory: "/proc/self/nowhere").acquire())
  }

  @Test func `A damaged journal is removed, and one that cannot be read is not`() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: URL(filePath: file.path))
    #expect(throws: PlaybackError.self) { try file.read() }
    #expect(try file.read() == nil)
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
    #expect(throws: PlaybackError.self) { try file.read() }
    #expect(FileManager.default.fileExists(atPath: file.path))
  }
}
