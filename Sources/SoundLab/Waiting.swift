import EventLoop

/// Asks every few milliseconds, until it is so: for what no callback tells.
///
/// - Parameters:
///   - what: completes "waited in vain for".
///   - limit: how long a machine may take that is slow but not stuck.
/// - Throws: ``LabError`` when the time is up, and what `condition` throws.
@EventLoop
public func waitUntil(
  _ what: String, within limit: Duration = .seconds(30),
  _ condition: @EventLoop () async throws(LabError) -> Bool
) async throws(LabError) {
  let end = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < end else { throw LabError(.late, "waited in vain for \(what)") }
    do {
      try await Task.sleep(for: .milliseconds(5))
    } catch {
      throw LabError(.late, "cancelled while waiting for \(what)")
    }
  }
}
