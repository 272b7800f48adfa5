import Cue
import EventLoop
import SoundLab
import Testing

extension OnDebiansPulseAudio {
  @Suite struct AudibilityTests {
    @Test func `A cue on a muted output is played, and it is said that nobody can have heard it`() async throws {
      let server = SoundServer.current
      try await withDaemon { daemon in
        try await server.pactl("set-sink-mute", "out", "1")
        let end = try await daemon.send(.warning, id: "muted").end()
        try await server.pactl("set-sink-mute", "out", "0")
        #expect(end == .init(state: .played, reason: "the output is muted"))
        try await daemon.send(.warning, id: "heard").untilPlayed()
      }
    }

    @Test(arguments: [true, false])
    func `A cue that is moved to another output in the middle ends as played`(byDefault: Bool) async throws {
      let server = SoundServer.current
      try await withDaemon { daemon in
        let cue = try await daemon.send(.say("This is heard on one output, then on the other.", chime: "bell"))
        try await cue.until(.playing)
        let before = try #require(try await server.sinkInputs().first)
        if byDefault {
          try await server.pactl("set-default-sink", "other")
        } else {
          try await server.pactl("move-sink-input", "\(before.index)", "other")
        }
        try await until("the cue to be moved") { try await server.sinkInputs().first?.sink != before.sink }
        #expect(!cue.hasEnded)
        try await cue.untilPlayed()
        #expect(try await daemon.status.output.sink == "other")
        try await server.pactl("set-default-sink", "out")
        try await server.pactl("move-sink-input", "\(before.index)", "out")
      }
    }
  }
}
