import CommandLineTool
import CueInterface
import EventLoop

/// Takes cues back.
///
/// - Returns: the exit status.
@EventLoop
func cancel(
  _ target: Cues.Cancel.Parameters.Target, at path: String, _ output: Output
) async throws(Failure) -> Int32 {
  let count: Int
  do {
    let client = try await CueClient.connect(to: path, starting: false)
    let limit = client.closing()
    defer { limit.cancel() }
    count = try await client.cancel(target)
  } catch {
    throw Failure(error)
  }
  try output.show(Cues.Cancel.Reply(cancelled: count), as: ["\(count == 1 ? "1 cue" : "\(count) cues") taken back"])
  return ExitStatus.success
}
