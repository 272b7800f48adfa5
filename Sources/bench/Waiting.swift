import EventLoop

/// Asks every 20 ms, until it is so: rarely enough to leave the one who is asked in peace.
///
/// - Parameter what: completes "waited in vain for".
/// - Throws: after half a minute, and what `condition` throws.
@EventLoop
func poll(_ what: String, _ condition: @EventLoop () async throws -> Bool) async throws {
  let end = SuspendingClock.now + .seconds(30)
  while try await !condition() {
    guard SuspendingClock.now < end else { throw BenchError("waited in vain for \(what)") }
    try await Task.sleep(for: .milliseconds(20))
  }
}
