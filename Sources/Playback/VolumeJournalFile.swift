import Ducking
import FoundationEssentials
import Glibc

/// The volume journal on disk: there only while some volume may not be the person's.
struct VolumeJournalFile: Sendable {
  let path: String

  /// - Parameter directory: where it is kept; made where it is missing.
  init(directory: String) { path = directory + "/volumes.json" }

  /// What a run before this one left; nil where it left nothing.
  ///
  /// - Throws: ``PlaybackError`` where it is there and cannot be read, and where it cannot be understood: then it is
  ///   removed, so that this is told once.
  func read() throws(PlaybackError) -> VolumeJournal? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let attempt = "read the volume journal \(path)"
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw PlaybackError(attempt: attempt, message: "\(error)")
    }
    do {
      return try JSONDecoder().decode(VolumeJournal.self, from: data)
    } catch {
      remove()
      throw PlaybackError(attempt: attempt, message: "it is damaged")
    }
  }

  /// Replaces it, whole or not at all. What is written survives this process at once, and the machine a moment later.
  func write(_ journal: VolumeJournal) throws(PlaybackError) {
    do {
      let directory = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try JSONEncoder().encode(journal).write(to: URL(filePath: path), options: .atomic)
    } catch {
      let cause = (error as? CocoaError)?.underlying as? POSIXError
      throw PlaybackError(
        attempt: "write the volume journal \(path), so that a crash in a cue would leave the music quiet",
        message: cause.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)")
    }
    syncInBackground()
  }

  /// The server takes longer than this to save what it remembers, so a power cut costs nothing; and the loop does not
  /// wait for the disk. A thread of its own, since Dispatch, once used, wakes the process every second.
  private func syncInBackground() {
    var thread = pthread_t()
    let path = strdup(path)
    let error = pthread_create(
      &thread, nil,
      { path in
        let path = path!.assumingMemoryBound(to: CChar.self)
        defer { free(path) }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        fsync(file)
        close(file)
        return nil
      }, path)
    if error == 0 { pthread_detach(thread) } else { free(path) }
  }

  func remove() { unlink(path) }
}
