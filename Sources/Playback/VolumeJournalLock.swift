import FoundationEssentials
import Glibc

/// Held by the one process of a person that changes volumes and journals them: two would take each other's steps for the
/// person's, and each would give back what is the other's.
final class VolumeJournalLock {
  private let path: String
  private var file: Int32 = -1

  /// - Parameter directory: where volumes are journaled; made where it is missing.
  init(directory: String) { path = directory + "/volumes.lock" }

  deinit { if file >= 0 { close(file) } }

  /// - Returns: false while another process holds it. Where no lock can be made, nothing can be journaled either, and
  ///   nobody else's journal is in danger.
  func acquire() -> Bool {
    guard file < 0 else { return true }
    let directory = URL(filePath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return true }
    if flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
    close(file)
    file = -1
    return false
  }
}
