import CueInterface
import EventLoop

extension CueClient {
  /// How long a daemon may take for what it answers at once.
  nonisolated static let patience: Duration = .seconds(5)

  /// Ends the connection when that much time has passed, so that whoever waits for an answer goes on: the daemon hangs.
  ///
  /// - Returns: what to cancel once it has answered.
  func closing(after patience: Duration = patience) -> Timer {
    let timer = Timer(.boot) { self.close() }
    timer.arm(after: patience)
    return timer
  }
}
