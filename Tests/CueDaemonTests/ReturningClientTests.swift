import Cue
import CueInterface
import EventLoop
import SoundLab
import Testing

/// Clients of a daemon that is killed, and started again.
extension OnPulseAudio {
  @Suite struct ReturningClientTests {
    private func cue(_ id: String, session: String? = "s") -> WireCue {
      WireCue(id: id, session: session, event: .say("This is \(id).", chime: nil))
    }

    @EventLoop private func connect(to daemon: DaemonProcess) async throws -> CueClient {
      try await CueClient.connect(to: daemon.socket, starting: false, returning: true)
    }

    @Test func `What is sent while the daemon is away arrives once it is back, in order and once each`() async throws {
      try await sendWhileAway()
    }

    @EventLoop private func sendWhileAway() async throws {
      let daemon = try await DaemonProcess.start(on: .current)
      let client = try await connect(to: daemon)
      var links: [String] = []
      client.onLink = { links.append("\($0)") }
      await daemon.kill()
      try await until("the loss to be noticed") { links == ["lost"] }
      let ids = ["a", "b", "c"]
      var answers: [String] = []
      for id in ids {
        client.send(cue(id)) { result in answers.append((try? result.get()) == nil ? "\(id) failed" : id) }
      }
      client.send(cancelling: .cue(id: "b", session: "s"))
      try await withDaemon { next in
        let monitor = try await Monitoring(next)
        try await until("all to be answered") { answers.count == ids.count }
        #expect(answers == ids)
        try await until("them to be played") {
          try await next.status.waiting == 0 && monitor.states(of: "c").last == .played
        }
        // By the next daemon's own account.
        #expect(monitor.changes.filter { $0.state == .played }.map(\.cue.id) == ["a", "c"])
        #expect(links.filter { $0 == "back" }.count == 1)
      }
    }

    @Test func `Whoever follows a cue is told its end though the daemon is killed in its middle`() async throws {
      try await followAcrossARestart()
    }

    @EventLoop private func followAcrossARestart() async throws {
      let daemon = try await DaemonProcess.start(on: .current)
      try await daemon.untilItIsReady()
      let client = try await connect(to: daemon)
      let sent = SentCue(cue("a"), over: client)
      try await sent.until(.playing)
      await daemon.kill()
      try await withDaemon { _ in
        let last = try await sent.end()
        #expect(last.state == .played)
        #expect(sent.states.prefix(2) == [.queued, .playing])
        #expect(sent.states.filter(\.isFinal) == [.played])
        #expect(zip(sent.states, sent.states.dropFirst()).allSatisfy { $0 != $1 }, "\(sent.states)")
        #expect(sent.error == nil)
      }
    }

    @Test func `A cue without a session is lost with its daemon, and whoever follows it hears so`() async throws {
      try await loseTrack()
    }

    @EventLoop private func loseTrack() async throws {
      let daemon = try await DaemonProcess.start(on: .current)
      let client = try await connect(to: daemon)
      let sent = SentCue(cue("a", session: nil), over: client)
      try await until("the cue to be accepted") { !sent.told.isEmpty }
      await daemon.kill()
      try await until("the stream to end") { sent.hasEnded }
      #expect("\(try #require(sent.error))".contains("has no session"))
    }

    @Test func `A cue that the daemon keeps until its time is there again after its return, once`() async throws {
      try await keepAcrossARestart()
    }

    @EventLoop private func keepAcrossARestart() async throws {
      let daemon = try await DaemonProcess.start(on: .current)
      let client = try await connect(to: daemon)
      let inAMinute = WallTime(microseconds: Timer.Clock.wall.now) + .seconds(60)
      var kept = cue("kept")
      kept.at = inAMinute
      var withdrawn = cue("withdrawn")
      withdrawn.at = inAMinute
      var answers: [CueState] = []
      for cue in [kept, withdrawn] {
        client.send(cue) { result in if let reply = try? result.get() { answers.append(reply.state) } }
      }
      try await until("both to be accepted") { answers == [.scheduled, .scheduled] }
      #expect(try await client.cancel(.cue(id: "withdrawn", session: "s")) == 1)
      var isBack = false
      client.onLink = { if case .back = $0 { isBack = true } }
      await daemon.kill()
      try await withDaemon { next in
        try await until("the client to be back") { isBack }
        #expect(try await client.status().waiting == 1)
        let monitor = try await Monitoring(next)
        #expect(monitor.replies.first?.cues?.map(\.cue.id) == ["kept"])
        #expect(answers.count == 2)
      }
    }

    @Test func `A monitor is told everything again when the daemon is back`() async throws {
      try await monitorAcrossARestart()
    }

    @EventLoop private func monitorAcrossARestart() async throws {
      let daemon = try await DaemonProcess.start(on: .current)
      let client = try await connect(to: daemon)
      var replies: [Cues.Monitor.Reply] = []
      let stream = client.monitor()
      let reading = Task { for try await reply in stream { replies.append(reply) } }
      try await until("the first state") { replies.contains { $0.cues != nil } }
      await daemon.kill()
      try await withDaemon { next in
        try await until("the second state") { replies.filter { $0.cues != nil }.count == 2 }
        _ = try await next.send(cue("a"))
        try await until("a change") { replies.contains { $0.change?.cue.id == "a" } }
      }
      client.close()
      _ = await reading.result
    }
  }
}
