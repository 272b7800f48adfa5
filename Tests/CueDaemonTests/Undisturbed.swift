import Testing

/// Listens again where something was wrong, at most so many times: on a busy machine PipeWire leaves out a quantum of
/// whatever plays now and then, and a music player may starve, which no daemon can help.
func undisturbed<Outcome>(
  attempts: Int = 5, sourceLocation: SourceLocation = #_sourceLocation,
  _ listen: () async throws -> (heard: Heard<Outcome>, faults: [String])
) async throws {
  var last = try await listen()
  for _ in 1..<attempts where !last.faults.isEmpty { last = try await listen() }
  #expect(last.faults.isEmpty, "\(last.faults) \(last.heard.file)", sourceLocation: sourceLocation)
}
