import Cue
import CueInterface
import EventLoop
import Glibc
import Settings
import SoundLab
import Testing

private let event = Event.say("Whatever plays makes room for this.", chime: "bell")

extension OnPulseAudio {
  /// How other sound makes room, changed while cues play, and measured on the music.
  @Suite struct SettingsDuckingTests {
    /// What is changed while the cue before plays and the cue itself waits; how loud the music is then, in dB.
    static let steps: [(changes: KeyValuePairs<String, String>, level: Double)] = [
      (["duck_db": "6"], -6), (["ducking": "volume"], -6), (["duck_db": "12"], -12), (["ducking": "off"], 0),
      (["ducking": "role", "duck_db": "20"], -20), (["role": "announcement"], -20), (["ducking": "auto"], -20),
    ]

    @Test func `Strategy and depth are in force from the next cue on, and the music comes back as it was`()
      async throws
    {
      let sounds = try await rendered(Array(repeating: event, count: Self.steps.count + 1))
      try await undisturbed(attempts: 3) {
        let heard = try await withoutSettings {
          try await hearOverMusic { daemon, music in
            let volume = try await music.volume
            var playing = try await daemon.send(event, id: "0")
            for (number, step) in Self.steps.enumerated() {
              try await playing.until(.playing)
              let next = try await daemon.send(event, id: "\(number + 1)")
              try await daemon.set(step.changes)
              try await playing.untilPlayed()
              playing = next
            }
            try await playing.untilPlayed()
            try await Task.sleep(for: .milliseconds(200))
            #expect(try await daemon.status.output.ducking == "role")
            return try await (before: volume, after: music.volume)
          }
        }
        let places = try #require(heard.places(of: sounds), "\(heard.faults(expecting: sounds)) \(heard.file)")
        let (before, after) = heard.outcome
        var faults = before == after ? [] : ["the music's volume was \(before) and is \(after)"]
        for (number, (place, wanted)) in zip(places, [-20] + Self.steps.map(\.level)).enumerated() {
          // The volumes take some 25 ms to go down.
          let level = heard.recording.level(
            of: .music, in: place.lowerBound + 4_800..<place.upperBound, against: heard.before)
          if abs(level - wanted) > 0.5 { faults.append("cue \(number): the music is at \(level) dB, not \(wanted)") }
        }
        let end = heard.recording.level(
          of: .music, in: heard.recording.count - 4_800..<heard.recording.count, against: heard.before)
        if abs(end) > 0.5 { faults.append("the music ends at \(end) dB") }
        return (heard, faults)
      }
    }

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
