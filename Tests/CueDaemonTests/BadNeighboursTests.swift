import Cue
import CueInterface
import EventLoop
import SoundLab
import Testing
import Varlink

private let playing = Event.say(
  "However the others behave, this is heard from its beginning to its end.", chime: "bell")

extension OnPulseAudio {
  /// Clients that take all that there is for clients.
  @Suite struct BadNeighboursTests {
    @Test func `One client too many is told so, once in the log too, and nobody else notices`() async throws {
      let heard = try await hear { daemon in
        let client = try await daemon.connect()
        let others = try (0..<63).map { _ in try RawClient(daemon) }
        try await until("all of them to be connected") { try await client.status().connections == 64 }
        let cue = SentCue(WireCue(id: "cue", event: playing), over: client)

        for _ in 0..<3 {
          let error = await #expect(throws: CueClientError.self) { try await daemon.connect().status() }
          #expect(error?.description == "64 clients are connected already: close one")
        }
        #expect(daemon.log.split(separator: "\n").count { $0.contains(" is turned away: 64 clients ") } == 1)
        try await cue.untilPlayed()
        for other in others { other.close() }
        try await until("there to be room") { (try? await daemon.status.connections) == 2 }
      }
      let faults = heard.faults(expecting: try await rendered([playing]))
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `A client that does not read what it asked for is disconnected, and the log says so`() async throws {
      try await withDaemon { daemon in
        let deaf = try RawClient(daemon)
        try await deaf.send(#"{"method":"io.cued.Cues.Monitor","more":true}"#)
        deaf.stopReading()
        let client = try await daemon.connect()
        let far = WallTime(microseconds: Timer.Clock.wall.now + 3_600_000_000)
        let text = String(repeating: "x", count: 2_000)
        var count = 0
        try await until("the deaf one to be disconnected") {
          count += 1
          let cue = WireCue(id: "\(count)", event: .say(text, chime: nil), at: far)
          _ = try await client.play(cue)
          #expect(try await client.cancel(.cue(id: cue.id, session: nil)) == 1)
          return try await client.status().connections == 1
        }
        #expect(count < 1_000)
        let line = "does not read what it asked for: disconnected"
        #expect(daemon.log.split(separator: "\n").count { $0.hasSuffix(line) } == 1)
      }
    }
  }
}
