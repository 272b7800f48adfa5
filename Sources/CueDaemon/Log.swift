import Glibc
import Playback

/// What the daemon has to say, a line each on standard error.
enum Log {
  static func write(_ line: String) {
    let bytes = Array("cued: \(line)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

extension PlaybackStatus {
  /// In one line.
  var line: String {
    guard let server else { return reason }
    return "\(server), output \(output ?? "none"), ducking \(ducking.rawValue): \(reason)"
  }
}
