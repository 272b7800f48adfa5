import Cue
import CueInterface
import EventLoop
import JSON
import SoundLab
import Testing
import Varlink

/// Long enough for anything to happen behind it.
private let long = Event.say("This goes on for a while, and all the others have to wait for its end.", chime: nil)
private let short = Event.say("Once.", chime: "bell")
private let tomorrow = WallTime(microseconds: Timer.Clock.wall.now + 86_400_000_000)

extension OnDuckingPulseAudio {
  /// What the rules of the queue are for those who are connected to it; by their numbers in the design.
  @Suite struct QueueRulesTests {
    @Test func `A cue that is sent again is answered and not heard again (2)`() async throws {
      let heard = try await hear { daemon in
        let cue = WireCue(id: "1", session: "run", event: short)
        let first = try await daemon.send(cue)
        try await first.until(.playing)
        let meanwhile = try await daemon.send(cue)
        try await first.untilPlayed()
        try await meanwhile.untilPlayed()
        #expect(meanwhile.states == [.playing, .played])
        let later = try await daemon.send(cue)
        try await later.untilPlayed()
        #expect(later.states == [.played])
      }
      let faults = heard.faults(expecting: try await rendered([short]))
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `Another cue of the same identity is refused, whether the first waits, plays or has ended (2)`()
      async throws
    {
      try await withDaemon { daemon in
        let playing = try await daemon.send(long, id: "playing", session: "run")
        let waiting = try await daemon.send(.warning, id: "waiting", session: "run")
        try await playing.until(.playing)
        #expect(waiting.states == [.queued])
        for id in ["playing", "waiting"] { try await expectInUse(id, daemon) }
        #expect(try await daemon.connect().cancel(.cue(id: "playing", session: "run")) == 1)
        try await waiting.untilPlayed()
        for id in ["playing", "waiting"] { try await expectInUse(id, daemon) }
        try await daemon.send(.minute(3), id: "waiting", session: "another").untilPlayed()
      }
    }

    @Test func `Only the latest phase of a session is heard (3)`() async throws {
      let (run, walk) = (Event.transition(.run, .seconds(60)), Event.transition(.walk, .seconds(90)))
      let heard = try await hear { daemon in
        let first = try await daemon.send(short, id: "first")
        try await first.until(.playing)
        let overtaken = try await daemon.send(run, id: "overtaken", session: "run")
        let other = try await daemon.send(run, id: "other", session: "another")
        let latest = try await daemon.send(walk, id: "latest", session: "run")
        #expect(try await overtaken.end().state == .superseded)
        #expect(overtaken.states == [.queued, .superseded])
        #expect(overtaken.told.last?.reason?.isEmpty == false)
        try await other.untilPlayed()
        try await latest.untilPlayed()
      }
      let faults = heard.faults(expecting: try await rendered([short, run, walk]))
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `A cue that has not begun in time is never heard (4)`() async throws {
      let heard = try await hear { daemon in
        let first = try await daemon.send(long, id: "first")
        try await first.until(.playing)
        let soon = WallTime(microseconds: Timer.Clock.wall.now + 200_000)
        let late = try await daemon.send(WireCue(id: "late", event: .halfway, expires: soon))
        #expect(try await late.end() == .init(state: .expired, reason: "its turn did not come in time"))
        #expect(!first.hasEnded)
        try await first.untilPlayed()
      }
      let faults = heard.faults(expecting: try await rendered([long]))
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `Of 257 cues that wait the last is refused, and nothing else changes (7)`() async throws {
      try await withDaemon { daemon in
        let client = try await daemon.connect()
        for number in 1...256 {
          let reply = try await client.play(WireCue(id: "\(number)", event: .warning, at: tomorrow))
          #expect(reply == .init(state: .scheduled, reason: nil))
        }
        let before = try await Monitoring(daemon).replies[0].cues
        try #require(before?.count == 256)
        let error = await #expect(throws: CueClientError.self) {
          try await client.play(WireCue(id: "257", event: .warning, at: tomorrow))
        }
        #expect(try fault(error) == .init("QueueFull", ["limit": .integer(256)]))
        #expect(try await Monitoring(daemon).replies[0].cues == before)
        #expect(try await daemon.status.waiting == 256)
        #expect(try await client.play(WireCue(id: "256", event: .warning, at: tomorrow)).state == .scheduled)

        #expect(try await client.cancel(.cue(id: "7", session: nil)) == 1)
        #expect(try await client.play(WireCue(id: "257", event: .warning, at: tomorrow)).state == .scheduled)
        #expect(try await client.cancel(.all(session: nil)) == 256)
        #expect(try await daemon.status.waiting == 0)
      }
    }

    @Test func `Cues are cancelled by id, by session, or all`() async throws {
      try await withDaemon { daemon in
        let playing = try await daemon.send(long, id: "1")
        let waiting = try await daemon.send(.warning, id: "2")
        let session = try await daemon.send(.halfway, id: "1", session: "a")
        let sessionToo = try await daemon.send(.minute(1), id: "2", session: "a")
        let other = try await daemon.send(.halfway, id: "1", session: "b")
        try await playing.until(.playing)
        for cue in [waiting, session, sessionToo, other] { #expect(cue.states == [.queued]) }
        let client = try await daemon.connect()

        #expect(try await client.cancel(.all(session: "c")) == 0)
        #expect(try await client.cancel(.all(session: "a")) == 2)
        for cue in [session, sessionToo] { #expect(try await cue.end().state == .cancelled) }
        #expect(try await client.cancel(.cue(id: "1", session: "b")) == 1)
        #expect(try await other.end().state == .cancelled)
        #expect(!playing.hasEnded && !waiting.hasEnded)
        #expect(try await client.cancel(.all(session: nil)) == 2)
        #expect(try await playing.end().state == .cancelled)
        #expect(try await waiting.end().state == .cancelled)
        #expect(waiting.states == [.queued, .cancelled])
      }
    }

    @Test func `A cue that is not there, or not any more, cannot be cancelled, and it is said why`() async throws {
      try await withDaemon { daemon in
        let client = try await daemon.connect()
        let unknown = await #expect(throws: CueClientError.self) {
          try await client.cancel(.cue(id: "nothing", session: "run"))
        }
        let names: [String: JSONValue] = ["id": .string("nothing"), "session": .string("run")]
        #expect(try fault(unknown) == .init("NoSuchCue", names))
        try await daemon.send(.warning, id: "1", session: "run").untilPlayed()
        let ended = await #expect(throws: CueClientError.self) {
          try await client.cancel(.cue(id: "1", session: "run"))
        }
        let played: [String: JSONValue] = [
          "id": .string("1"), "session": .string("run"), "state": .string("played"),
        ]
        #expect(try fault(ended) == .init("CueEnded", played))
      }
    }

    @Test func `A monitor is told the whole present state first, and then every change`() async throws {
      try await withDaemon { daemon in
        let cues = [
          WireCue(id: "1", session: "run", event: .say("First.", chime: nil)),
          WireCue(id: "2", event: .minute(5)),
          WireCue(id: "3", event: .start(week: 3, day: 2, warmup: .seconds(300)), voice: "en-gb", at: tomorrow),
        ]
        var sent: [SentCue] = []
        for cue in cues { sent.append(try await daemon.send(cue)) }
        try await sent[0].until(.playing)
        let monitor = try await Monitoring(daemon)
        let first = monitor.replies[0]
        #expect(first.cues?.map(\.cue) == cues)
        #expect(first.cues?.map(\.state) == [.playing, .queued, .scheduled])
        #expect(try await first.output == daemon.status.output)
        #expect(first.change == nil)

        try await sent[1].untilPlayed()
        #expect(try await daemon.connect().cancel(.all(session: nil)) == 1)
        try await until("the monitor to be told all") { monitor.states(of: "3").contains(.cancelled) }
        #expect(monitor.states(of: "1") == [.played])
        #expect(monitor.states(of: "2") == [.playing, .played])
        #expect(monitor.states(of: "3") == [.cancelled])
        #expect(monitor.replies.dropFirst().allSatisfy { $0.cues == nil })
      }
    }

    @EventLoop
    private func expectInUse(_ id: String, _ daemon: DaemonProcess) async throws {
      let cue = WireCue(id: id, session: "run", event: .minute(7))
      let error = await #expect(throws: CueClientError.self) { try await daemon.connect().play(cue) }
      let names: [String: JSONValue] = ["id": .string(id), "session": .string("run")]
      #expect(try fault(error) == .init("IdentityInUse", names))
    }
  }
}

/// An error of `io.cued.Cues` as it was sent.
private struct Fault: Equatable {
  let name: String
  let parameters: [String: JSONValue]

  init(_ name: String, _ parameters: [String: JSONValue]) {
    self.name = "io.cued.Cues.\(name)"
    self.parameters = parameters
  }

  init(_ error: VarlinkServiceError) throws {
    name = error.name
    parameters = try error.parameters(as: [String: JSONValue].self)
  }
}

private func fault(_ error: CueClientError?) throws -> Fault {
  guard case .call(.service(let error)) = error else { throw Failure("\(error, default: "nothing")") }
  return try Fault(error)
}
