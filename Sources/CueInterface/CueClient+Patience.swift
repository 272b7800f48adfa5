import EventLoop

extension CueClient {
  /// How long a daemon may take for what it answers at once: a busy machine takes longer than milliseconds.
  public nonisolated static let patience: Duration = .seconds(5)

  /// How long the daemon may look for a sound server, in microseconds.
  private static var patienceForOutput: Int64 { 1_500_000 }

  /// Ends the connection when that much time has passed, so that whoever waits for an answer goes on: the daemon hangs.
  ///
  /// - Returns: what to cancel once it has answered.
  public func closing(after patience: Duration = patience) -> Timer {
    let timer = Timer(.boot) { self.close() }
    timer.arm(after: patience)
    return timer
  }

  /// Why nothing that is sent can be heard, as a clause for the person; nil where the daemon has a sound server, or finds
  /// one within 1.5 s.
  ///
  /// - Throws: ``CueClientError`` where it does not answer within ``patience``.
  public func reasonForSilence() async throws(CueClientError) -> String? {
    let deadline = Timer.Clock.boot.now + Self.patienceForOutput
    while true {
      let limit = closing()
      defer { limit.cancel() }
      let output = try await status().output
      if output.server != nil { return nil }
      if Timer.Clock.boot.now >= deadline { return output.reason }
      await pause(for: .milliseconds(10))
    }
  }
}
