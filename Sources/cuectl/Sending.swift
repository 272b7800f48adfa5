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

  /// Sends the cue, and starts the daemon if nobody listens.
  ///
  /// - Returns: the exit status.
  @EventLoop
  func send(_ event: Event, to path: String, _ output: Output) async throws(Failure) -> Int32 {
    do {
      let client = try await CueClient.connect(to: path, starting: true)
      defer { client.close() }
      let cue = cue(event, at: WallTime(microseconds: Timer.Clock.wall.now))
      guard waits else {
        let reply = try await client.play(cue)
        try output.showJSON(reply)
        return reply.state.isFinal ? try exitStatus(of: reply) : ExitStatus.success
      }
      for try await reply in client.follow(cue) {
        try output.showJSON(reply)
        if reply.state.isFinal { return try exitStatus(of: reply) }
      }
      throw Failure("cued did not tell how the cue ended")
    } catch {
      throw Failure(error)
    }
  }

  func cue(_ event: Event, at now: WallTime) -> WireCue {
    WireCue(
      id: id ?? "cuectl-" + String(UInt64.random(in: .min ... .max), radix: 36), session: session, event: event,
      voice: voice, expires: expires.map { now + $0 })
  }

  private func exitStatus(of end: Cues.Play.Reply) throws(Failure) -> Int32 {
    let reason = end.reason.map { ": \($0)" } ?? ""
    guard end.state == .played else { throw Failure("\(end.state.rawValue)\(reason)") }
    // It was played, and nobody can have heard it.
    if end.reason != nil { complain("cuectl", "played\(reason)") }
    return ExitStatus.success
  }
}
