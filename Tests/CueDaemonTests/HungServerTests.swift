import Cue
import CueInterface
import EventLoop
import Glibc
import SoundLab
import Testing

private let interrupted = Event.say(
  "While this is said, the sound server stands still, and whoever asks is answered all the same.", chime: "bell")

/// Each with a server of its own, which stands still for a while.
@Suite(.serialized) struct HungServerTests {
  @Test(arguments: [SoundServer.Kind.pulse, .pipewire])
  func `A sound server that stands still holds up nobody, and what was sent meanwhile is heard when it goes on`(
    kind: SoundServer.Kind
  ) async throws {
    let server = try await SoundServer.start(kind)
    try await withDaemon(on: server) { daemon in
      let client = try await daemon.connect()
      let first = try await daemon.send(interrupted, id: "first")
      try await first.until(.playing)
      await server.kill(SIGSTOP)

      let later = try await daemon.send(.halfway, id: "later")
      #expect(later.states == [.queued])
      let withdrawn = try await daemon.send(.halfway, id: "withdrawn")
      for _ in 0..<50 { #expect(try await client.status().waiting == 2) }
      #expect(try await client.cancel(.cue(id: "withdrawn", session: nil)) == 1)
      #expect(try await withdrawn.end().state == .cancelled)
      await #expect(throws: CueClientError.self) { try await client.cancel(.cue(id: "nobody's", session: nil)) }

      await server.kill(SIGCONT)
      try await first.end()
      try await later.untilPlayed()
    }
    await server.stop()
  }

  @Test func `A daemon leaves as it is asked to, though the sound server stands still`() async throws {
    let server = try await SoundServer.start(.pulse)
    try await withDaemon(on: server) { daemon in
      try await daemon.send(interrupted).until(.playing)
      await server.kill(SIGSTOP)
    }
    await server.stop()
  }
}
