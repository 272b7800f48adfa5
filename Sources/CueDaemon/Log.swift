import Cue
import EventLoop
import Glibc
import Playback
import Systemd

/// What the daemon has to say: entries of systemd's journal where standard error is the journal's, else a line each
/// on standard error.
@EventLoop
enum Log {
  static var goesToJournal = JournalEntry.receivesStandardError()

  /// - Parameter cue: the one that it is about.
  static func write(_ line: String, _ priority: JournalEntry.Priority, of cue: CueIdentity? = nil) {
    guard goesToJournal else {
      let bytes = Array("cued: \(line)\n".utf8)
      _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
      return
    }
    var entry = JournalEntry(line, priority, program: "cued")
    if let cue { entry.add("CUED_CUE", cue.id) }
    if case .session(let session) = cue?.scope { entry.add("CUED_SESSION", session) }
    entry.send()
  }
}

extension PlaybackStatus {
  /// In one line.
  var line: String {
    guard let server else { return reason }
    return "\(server), output \(output ?? "none"), ducking \(ducking.rawValue): \(reason)"
  }
}
