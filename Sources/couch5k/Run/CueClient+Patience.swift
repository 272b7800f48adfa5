import CueInterface
import EventLoop

extension CueClient {
  /// A daemon that works answers within milliseconds; a busy machine is given longer.
  private static var patience: Duration { .seconds(5) }

  /// ``status()`` of a daemon that may have stopped answering: the connection is closed then, and the call fails.
  func answeredStatus() async throws(CueClientError) -> Cues.GetStatus.Reply {
    let limit = Timer(.boot) { [weak self] in self?.close() }
    limit.arm(after: Self.patience)
    defer { limit.cancel() }
    return try await status()
  }
}
