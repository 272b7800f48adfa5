import CommandLineTool
import CueInterface
import EventLoop
import Glibc

/// Shows what waits and plays, and every change, until it is interrupted; where the daemon leaves, it goes on with the
/// next one. SIGINT must be blocked.
///
/// - Returns: never but by an error.
@EventLoop
func monitor(at path: String, _ output: Output) async throws(Failure) -> Int32 {
  let interrupt = SignalWatch(SIGINT) { exit(ExitStatus.success) }
  let reader = watchReader()
  defer { withExtendedLifetime((interrupt, reader)) {} }
  do {
    let client = try await CueClient.connect(to: path, starting: false, returning: true)
    defer { client.close() }
    client.tellPerson()
    for try await reply in client.monitor() {
      try output.show(reply, as: reply.lines.map { "\(TimeOfDay.now)  \($0)" })
    }
  } catch {
    throw Failure(error)
  }
  throw Failure("cued has ended its report")
}

/// Ends the program as soon as nobody reads its output any more: the next change may be hours away.
@EventLoop
private func watchReader() -> FileWatch? {
  var status = stat()
  guard fstat(STDOUT_FILENO, &status) == 0 else { return nil }
  guard [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else { return nil }
  return FileWatch(STDOUT_FILENO, []) { _ in exit(ExitStatus.success) }
}

extension Cues.Monitor.Reply {
  /// One for the output, for each cue and for each setting in it.
  var lines: [String] {
    (output.map { [$0.line] } ?? []) + ((cues ?? []) + (change.map { [$0] } ?? [])).map(\.line)
      + (settings ?? []).map(\.line)
  }
}

extension Cues.SettingChange {
  var line: String { "\("setting".padded(to: monitorColumn))  \(name) \(value?.description ?? "is not set")" }
}

extension Cues.Change {
  var line: String {
    let because = reason.map { ": \($0)" } ?? ""
    return "\(state.rawValue.padded(to: monitorColumn))  \(cue.event.words) \(cue.identityWords)\(because)"
  }
}

extension Cues.Output {
  var line: String {
    let what = server.map { "\($0), sink \(sink ?? "none"), ducking \(ducking): \(reason)" } ?? "none: \(reason)"
    return "\("output".padded(to: monitorColumn))  \(what)"
  }
}

/// The width of the longest state.
private let monitorColumn = "superseded".count
