import EventLoop

/// Asks every few milliseconds, until it is so.
///
/// - Parameters:
///   - what: completes "waited in vain for".
///   - limit: how long a machine may take that is slow but not stuck.
@EventLoop
func until(
  _ what: String, within limit: Duration = .seconds(60), _ condition: @EventLoop () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < end else { throw Failure("waited in vain for \(what)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Why a test cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
