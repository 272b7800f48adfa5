import Cue
import CueInterface
import EventLoop
import Glibc
import Settings
import SoundLab
import Testing

private let event = Event.say("Whatever plays makes room for this.", chime: "bell")

extension OnPulseAudio {
  /// Where and as what cues are played, changed while they play.
  @Suite struct SettingsOutputTests {
    @Test func `The stream has the role that is set, and is where it is set to be`() async throws {
      let server = SoundServer.current
      try await withoutSettings {
        try await withDaemon { daemon in
          let before = try #require(try await server.stream(of: daemon))
          #expect(before.properties["media.role"] == "cue")
          try await daemon.set(["role": "announcement", "output": "other"])
          try await daemon.send(.warning, id: "elsewhere").untilPlayed()
          let after = try #require(try await server.stream(of: daemon))
          #expect(after.properties["media.role"] == "announcement")
          #expect(after.sink != before.sink)
          #expect(try await daemon.status.output.sink == "other")

          try await daemon.set(["output": "nowhere"])
          try await daemon.send(.warning, id: "by default").untilPlayed()
          let output = try await daemon.status.output
          #expect((output.sink, output.missing) == ("out", "nowhere"))

          let module = try await server.pactl("load-module", "module-null-sink", "sink_name=nowhere")
          try await until("cues to be heard there") { try await daemon.status.output.sink == "nowhere" }
          #expect(try await daemon.status.output.missing == nil)
          try await server.pactl("unload-module", module.filter(\.isNumber))

          try await daemon.unset("output", "role")
          try await daemon.send(.warning, id: "as before").untilPlayed()
          #expect(try await daemon.status.output.sink == "out")
          #expect(try await server.stream(of: daemon)?.properties["media.role"] == "cue")
          // From now on it is the server's to say.
          try await server.pactl("set-default-sink", "other")
          try await until("cues to follow the default") { try await daemon.status.output.sink == "other" }
          try await server.pactl("set-default-sink", "out")
          try await until("cues to follow the default") { try await daemon.status.output.sink == "out" }
        }
      }
    }

    @Test func `The output that is set is the one on which cues are heard`() async throws {
      let server = SoundServer.current
      let sounds = try await rendered([event])
      let recorder = try await Recorder.start(on: server, sink: "other")
      let heard = try await withoutSettings {
        try await withDaemon { daemon in
          try await record(with: recorder) {
            try await daemon.set(["output": "other"])
            try await daemon.send(event).untilPlayed()
            try await daemon.unset("output")
          }
        }
      }
      let faults = heard.faults(expecting: sounds)
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `An output that rests has the silence that is set before a cue`() async throws {
      let heard = try await withoutSettings {
        try await hear { daemon in
          try await daemon.set(["wake_ms": "700"])
          let sent = SuspendingClock.now
          try await daemon.send(.warning, id: "later").untilPlayed()
          return sent
        }
      }
      let first = try #require(heard.recording.firstSound(of: .cue))
      let delay = heard.recording.time(of: first) - heard.outcome
      #expect(delay > .milliseconds(690), "\(heard.file)")
    }
  }
}

extension SoundServer {
  fileprivate func stream(of daemon: DaemonProcess) async throws -> SinkInput? {
    try await sinkInputs().first { $0.properties["application.process.id"] == "\(daemon.id)" }
  }
}
