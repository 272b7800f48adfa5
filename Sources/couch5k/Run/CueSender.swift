import Cue
import CueInterface
import EventLoop

/// Sends the cues of a run to the daemon, and tells the runner what they should know.
///
/// The client comes back to a daemon that has gone, and sends it what the last one had not answered, or still kept.
@EventLoop
final class CueSender {
  private static let patienceWhenLeaving: Duration = .milliseconds(200)
  /// No cue of a workout sounds for that long.
  private static let longestCue: Duration = .seconds(20)

  private let client: CueClient
  private let notice: @EventLoop (String) -> Void

  /// - Parameters:
  ///   - client: one that returns.
  ///   - notice: tells the runner, in a line.
  init(_ client: CueClient, notice: @escaping @EventLoop (String) -> Void) {
    self.client = client
    self.notice = notice
    client.onLink = { link in
      switch link {
      case .lost: break
      case .away(let error): notice("cued has gone away, and the run goes on without it: \(error)")
      case .back: notice("cued had gone away, and is back")
      }
    }
  }

  /// Sends a cue, now or as soon as there is a daemon again.
  func send(_ cue: WireCue) {
    client.send(cue) { [weak self] result in
      if case .failure(let error) = result { self?.failed(cue, error) }
    }
  }

  /// Takes back a cue of the session that was sent before it is due.
  func cancel(_ id: String, session: String) {
    client.send(cancelling: .cue(id: id, session: session))
  }

  /// Sends the last cue and waits until it has been heard, or will not be any more.
  ///
  /// - Parameter longest: how long it may sound. A daemon that has said nothing by then has stopped answering.
  func deliver(_ cue: WireCue, lasting longest: Duration = longestCue) async {
    let limit = Timer(.boot) { [weak self] in self?.giveUp() }
    if let expires = cue.expires { limit.arm(after: expires - .now + longest) }
    defer { limit.cancel() }
    do {
      for try await reply in client.follow(cue) where reply.state.isFinal && reply.state != .played {
        notice("the last cue was \(reply.state)\(reply.reason.map { ": \($0)" } ?? "")")
      }
    } catch let error as CueClientError {
      failed(cue, error)
    } catch {
      preconditionFailure("a cue client throws nothing but its own errors: \(error)")
    }
  }

  /// Takes back all cues of a session and ends the connection. Waits for the daemon but for a moment.
  func leave(session: String) async {
    client.onLink = nil
    let limit = Timer(.boot) { [client] in client.close() }
    limit.arm(after: Self.patienceWhenLeaving)
    _ = try? await client.cancel(.all(session: session))
    limit.cancel()
    client.close()
  }

  private func failed(_ cue: WireCue, _ error: CueClientError) {
    // Whoever closed the connection has a reason, and has said so.
    if case .call(.closed) = error { return }
    notice("cued does not play \(cue.id): \(error)")
  }

  private func giveUp() {
    notice("cued does not answer")
    client.close()
  }
}
