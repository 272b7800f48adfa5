import Cue
import CueInterface
import EventLoop
import Testing

/// A cue that was sent, and what its sender is told of it.
@EventLoop
final class SentCue {
  let wire: WireCue
  /// Every state so far, in order.
  private(set) var told: [Cues.Play.Reply] = []
  private(set) var error: (any Error)?
  private(set) var hasEnded = false
  private let client: CueClient

  init(_ wire: WireCue, over client: CueClient) {
    self.wire = wire
    self.client = client
    let replies = client.follow(wire)
    Task { [weak self] in
      do {
        for try await reply in replies { self?.told.append(reply) }
      } catch {
        self?.error = error
      }
      self?.hasEnded = true
    }
  }

  var states: [CueState] { told.map(\.state) }

  /// What was told, for who reads a failure.
  private var story: String { "\(states)\(told.last?.reason.map { ": \($0)" } ?? "") \(error.map { "\($0)" } ?? "")" }

  /// Waits until this state is told.
  func until(_ state: CueState) async throws {
    try await CueDaemonTests.until("\(wire.id) to be \(state)") { states.contains(state) || hasEnded }
    guard states.contains(state) else { throw Failure("\(wire.id) was never \(state): \(story)") }
  }

  /// Waits until its last state is told, and gives that.
  @discardableResult
  func end() async throws -> Cues.Play.Reply {
    try await CueDaemonTests.until("\(wire.id) to end", within: .seconds(90)) { hasEnded }
    guard let last = told.last, last.state.isFinal else { throw Failure("\(wire.id) has no last state: \(story)") }
    return last
  }

  /// Waits until its last state is told, which must be that it was played, and heard as far as one can tell.
  func untilPlayed(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let last = try await end()
    #expect(last == .init(state: .played, reason: nil), "\(story)", sourceLocation: sourceLocation)
  }

  /// Lets go of it: its sender hangs up.
  func hangUp() { client.close() }
}
