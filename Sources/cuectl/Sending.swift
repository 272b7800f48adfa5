import CommandLineTool
import Cue
import CueInterface
import EventLoop

extension Delivery {
  /// The event, for which standard input is read to its end if need be.
  func event() throws(Failure) -> Event {
    let event: Event =
      switch content {
      case .event(let event): event
      case .standardInput(let chime): .say(try SpokenInput.read(), chime: chime)
      }
    // The daemon counts exactly, but only what fits into a message.
    if case .say(let text, _) = event, text.utf8.count > SpokenInput.longest { throw SpokenInput.tooLong }
    return event
  }

  /// Sends the cue, and starts the daemon if nobody listens. Where the cue is for later, ``Interruption/signals`` must be
  /// blocked.
  ///
  /// - Returns: the exit status.
  @EventLoop
  func send(_ event: Event, to path: String, _ output: Output) async throws(Failure) -> Int32 {
    let start = try startTime(from: .now)
    do {
      let client = try await CueClient.connect(to: path, starting: true, returning: true)
      defer { client.close() }
      let cue = cue(event, at: .now, start: start)
      guard isFollowed else {
        let limit = client.closing()
        defer { limit.cancel() }
        let reply = try await client.play(cue)
        try output.showJSON(reply)
        return reply.state.isFinal ? try exitStatus(of: reply) : ExitStatus.success
      }
      if cue.session != nil { client.tellPerson() }
      let interruption = at.map { _ in Interruption(takingBack: cue, at: path) }
      for try await reply in client.follow(cue) {
        try output.showJSON(reply)
        guard reply.state.isFinal else { continue }
        interruption?.endIfInterrupted()
        return try exitStatus(of: reply)
      }
      throw Failure("cued did not tell how the cue ended")
    } catch {
      throw Failure(error)
    }
  }

  private func startTime(from now: WallTime) throws(Failure) -> WallTime? {
    do {
      return try at?.moment(after: now)
    } catch {
      throw Failure(error)
    }
  }

  /// The cue. Where it is followed and has no name of its own, it gets a session too, so that the next daemon goes on
  /// with it where this one ends.
  ///
  /// - Parameter start: when it is to be heard; nil: at once.
  func cue(_ event: Event, at now: WallTime, start: WallTime? = nil) -> WireCue {
    let name = "cuectl-" + String(UInt64.random(in: .min ... .max), radix: 36)
    return WireCue(
      id: id ?? name, session: session ?? (isFollowed && id == nil ? name : nil), event: event, voice: voice,
      at: start, expires: expires.map { (start ?? now) + $0 })
  }

}

/// - Parameter end: the last state of a cue.
/// - Returns: success, if it was played.
func exitStatus(of end: Cues.Play.Reply) throws(Failure) -> Int32 {
  let reason = end.reason.map { ": \($0)" } ?? ""
  guard end.state == .played else { throw Failure("\(end.state.rawValue)\(reason)") }
  // It was played, and nobody can have heard it.
  if end.reason != nil { complain("cuectl", "played\(reason)") }
  return ExitStatus.success
}

extension CueClient {
  /// Says on standard error when the daemon goes and comes back.
  func tellPerson() {
    onLink = { link in
      switch link {
      case .lost: complain("cuectl", "cued has gone away, and is waited for")
      case .away(.connection(.nobodyListens)): break
      case .away(let error): complain("cuectl", "\(error)")
      case .back: complain("cuectl", "cued is back")
      }
    }
  }
}

extension WallTime {
  fileprivate static var now: Self { Self(microseconds: Timer.Clock.wall.now) }
}
