import Cue
import CueInterface
import EventLoop

/// Sends the cues of a run to the daemon, and comes back to it when it has gone.
///
/// What the daemon has not answered is sent again to the next one, in order, unless it has expired: a cue's identity
/// makes sure that none is heard twice.
@EventLoop
final class CueSender {
  private static let longestDelay: Duration = .seconds(10)
  private static let patienceWhenLeaving: Duration = .milliseconds(200)
  /// No cue of a workout sounds for that long.
  private static let longestCue: Duration = .seconds(20)

  /// Nil while there is no connection.
  private var client: CueClient?
  private let path: String
  private let notice: @EventLoop (String) -> Void
  /// In the order in which they were sent.
  private var unanswered: [WireCue] = []
  /// What the daemon keeps until its time. It belongs to the connection, and so the next one is told of it again.
  private var scheduled: [WireCue] = []
  /// How long to wait before connecting again; zero once a daemon has answered.
  private var delay: Duration = .zero

  /// - Parameters:
  ///   - path: where to connect again.
  ///   - notice: tells the runner, in a line.
  init(_ client: CueClient, path: String, notice: @escaping @EventLoop (String) -> Void) {
    self.path = path
    self.notice = notice
    adopt(client)
  }

  /// Sends a cue, now or as soon as there is a daemon again.
  func send(_ cue: WireCue) {
    unanswered.append(cue)
    transmit(cue)
  }

  /// Takes back a cue of the session that was sent before it is due.
  func cancel(_ id: String, session: String) {
    unanswered.removeAll { $0.id == id }
    scheduled.removeAll { $0.id == id }
    client?.send(cancelling: .cue(id: id, session: session))
  }

  /// Sends the last cue and waits until it has been heard, or will not be any more.
  ///
  /// - Parameter longest: how long it may sound. A daemon that has said nothing by then has stopped answering.
  func deliver(_ cue: WireCue, lasting longest: Duration = longestCue) async {
    let limit = Timer(.boot) { [weak self] in self?.giveUp() }
    if let expires = cue.expires { limit.arm(after: expires - .now + longest) }
    defer { limit.cancel() }
    while let expires = cue.expires, expires > .now {
      guard let client else {
        await pause(for: .milliseconds(100))
        continue
      }
      do {
        for try await reply in client.follow(cue) where reply.state.isFinal {
          if reply.state != .played { notice("the last cue was \(reply.state)\(reply.reason.map { ": \($0)" } ?? "")") }
          return
        }
      } catch CueClientError.call(.service(let error)) {
        return refused(cue, .call(.service(error)))
      } catch {
        // The daemon has gone, and the next one gets the cue: `lost()` sees to it.
        await pause(for: .milliseconds(100))
      }
    }
  }

  /// Takes back all cues of a session and ends the connection. Waits for the daemon but for a moment.
  func leave(session: String) async {
    guard let client else { return }
    self.client = nil
    let limit = Timer(.boot) { client.close() }
    limit.arm(after: Self.patienceWhenLeaving)
    _ = try? await client.cancel(.all(session: session))
    limit.cancel()
    client.close()
  }
}

// MARK: - Answers

extension CueSender {
  private func transmit(_ cue: WireCue) {
    client?.send(cue) { [weak self] in self?.answered(cue, $0) }
  }

  private func answered(_ cue: WireCue, _ result: Result<Cues.Play.Reply, CueClientError>) {
    switch result {
    case .success(let reply):
      delay = .zero
      if reply.state == .scheduled, unanswered.contains(cue) { scheduled.append(cue) }
    case .failure(.call(.service(let error))): refused(cue, .call(.service(error)))
    // There is no connection any more: it stays unanswered.
    case .failure: return
    }
    unanswered.removeAll { $0 == cue }
  }

  private func refused(_ cue: WireCue, _ error: CueClientError) {
    notice("cued does not play \(cue.id): \(error)")
  }
}

// MARK: - Connection

extension CueSender {
  private func adopt(_ client: CueClient) {
    self.client = client
    client.onClose = { [weak self] in self?.lost() }
    unanswered = (scheduled + unanswered).filter { cue in cue.expires.map { $0 > .now } ?? true }
    scheduled = []
    for cue in unanswered { transmit(cue) }
  }

  private func giveUp() {
    notice("cued does not answer")
    client?.close()
  }

  private func lost() {
    client = nil
    scheduled.removeAll { cue in cue.at.map { $0 <= .now } ?? true }
    Task { await reconnect() }
  }

  private func reconnect() async {
    var failures = 0
    while client == nil {
      await pause(for: delay)
      delay = min(max(.seconds(1), delay * 2), Self.longestDelay)
      do throws(CueClientError) {
        let client = try await CueClient.connect(to: path, starting: true)
        // One that is about to end may still have let us in.
        _ = try await client.answeredStatus()
        adopt(client)
        notice("cued had gone away, and is back")
      } catch {
        failures += 1
        if failures == 2 { notice("cued has gone away, and the run goes on without it: \(error)") }
      }
    }
  }
}
