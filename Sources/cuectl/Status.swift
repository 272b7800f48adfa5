import CommandLineTool
import CueInterface
import EventLoop

/// Shows what the daemon does.
///
/// - Returns: the exit status: failure where it does not run.
@EventLoop
func showStatus(at path: String, _ output: Output) async throws(Failure) -> Int32 {
  let status: Cues.GetStatus.Reply
  do {
    let client = try await CueClient.connect(to: path, starting: false)
    let limit = client.closing()
    defer { limit.cancel() }
    status = try await client.status()
  } catch .connection(.nobodyListens) {
    try output.show(["running": false], as: ["cued does not run"])
    return ExitStatus.failure
  } catch {
    throw Failure(error)
  }
  try output.show(RunningStatus(status: status), as: status.lines)
  return ExitStatus.success
}

/// The reply with `running` added, so that one field tells the two answers apart.
private struct RunningStatus: Encodable {
  let status: Cues.GetStatus.Reply

  private enum CodingKeys: CodingKey { case running }

  func encode(to encoder: any Encoder) throws {
    try status.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(true, forKey: .running)
  }
}

extension Cues.GetStatus.Reply {
  /// For people: names and values in two columns.
  var lines: [String] {
    var rows = [
      ("cued", "\(version), process \(pid)"),
      ("sound server", output.server ?? "none: \(output.reason)"),
      ("output", (output.sink ?? "none") + (output.missing.map { "; \($0), which is set, is not there" } ?? "")),
      ("ducking", output.duckingWords),
      ("voice", voiceWords),
      ("playing", playing.map { "\($0.event.words) \($0.identityWords)" } ?? "nothing"),
      ("waiting", "\(waiting)"),
      ("clients", "\(connections), this one included"),
    ]
    if let unjournaled { rows.append(("journal", "none: \(unjournaled)")) }
    if let settings { rows.append(("settings", "from before: \(settings)")) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "\($0.padded(to: width))  \($1)" }
  }
}

extension Cues.GetStatus.Reply {
  fileprivate var voiceWords: String {
    let missing = missingVoice.map { "; \($0), which is set, is not installed" } ?? ""
    return (voice ?? "not chosen yet") + missing
  }
}

extension Cues.Output {
  /// The strategy and why, and what could not be made quieter.
  fileprivate var duckingWords: String {
    guard server != nil else { return ducking }
    let exceptions = unchangeable.map { "; \($0) of the streams cannot be made quieter" } ?? ""
    return "\(ducking): \(reason)\(exceptions)"
  }
}
