import Cue
import EventLoop
import Glibc
import Settings
import Sound
import SoundLab
import Testing

private let event = Event.say("One, two, three, four, five, six, seven.", chime: "bell")

extension OnPulseAudio {
  /// How cues sound, changed while they play, and measured where it sounds.
  @EventLoop @Suite struct SettingsSoundTests {
    /// What is changed while the cue before plays, and the cue itself waits already.
    nonisolated static let steps: [KeyValuePairs<String, String>] = [
      ["rate": "350"], ["rate": "100"], ["rate": "175", "pitch": "90"], ["pitch": "50", "volume": "50"],
      ["volume": "150"], ["volume": "100", "pause": "1000"], ["pause": "120", "chime.bell": "off"],
      ["chime.bell": "on", "speech.say": "off"], ["speech.say": "on"],
    ]

    @Test func `What is set while a cue plays holds from the next one on, also where that waits already`() async throws
    {
      var expected: [(event: Event, settings: Settings)] = [(event, Settings())]
      var values: [String: String] = [:]
      for step in Self.steps {
        for (name, text) in step { values[name] = text }
        expected.append((event, try settings(among: values)))
      }
      let sounds = try await rendered(expected)

      let heard = try await withoutSettings {
        try await hear { daemon in
          var playing = try await daemon.send(event, id: "0")
          for (number, step) in Self.steps.enumerated() {
            try await playing.until(.playing)
            let next = try await daemon.send(event, id: "\(number + 1)")
            #expect(next.states == [.queued])
            try await daemon.set(step)
            #expect(!playing.hasEnded)
            try await playing.untilPlayed()
            playing = next
          }
          try await playing.untilPlayed()
        }
      }
      let places = try #require(heard.places(of: sounds), "\(heard.faults(expecting: sounds)) \(heard.file)")
      let recording = heard.recording
      let usual = places[0]
      /// Behind the chime and the pause.
      func speech(_ cue: Int, after pause: Int = 5_760) throws -> Range<Int> {
        let chime = try #require(Chimes.builtIn("bell")).samples.count
        return places[cue].lowerBound + chime + pause..<places[cue].upperBound
      }
      let length = try speech(0).count
      #expect(Double(try speech(1).count) < 0.7 * Double(length), "350 words a minute")
      #expect(Double(try speech(2).count) > 1.5 * Double(length), "100 words a minute")
      let pitches = (recording.pitch(in: try speech(0)), recording.pitch(in: try speech(3)))
      #expect(pitches.1 > 1.3 * pitches.0, "pitch 90: \(pitches) Hz")
      let chime = usual.lowerBound..<(try speech(0)).lowerBound
      let softer = places[4].lowerBound..<places[4].lowerBound + chime.count
      let level = recording.level(of: .cue, in: softer, against: chime)
      #expect(abs(level + 6.02) < 0.05, "volume 50: \(level) dB")
      let louder = places[5].lowerBound..<places[5].lowerBound + chime.count
      let loud = recording.level(of: .cue, in: louder, against: chime)
      #expect(loud > 1 && loud < 3.6, "volume 150: \(loud) dB")
      #expect(recording.peak(of: .cue, in: places[5]) <= Amplifier.ceiling)
      let pauses = recording.stretches(of: .cue, in: places[6], threshold: 0, gap: .milliseconds(500))
      #expect(pauses.count == 2 && pauses[1].lowerBound - pauses[0].upperBound >= 48_000, "pause 1000: \(pauses)")
      #expect(abs(places[7].count - length) < 4_800, "no chime")
      #expect(places[8].count == Chimes.builtIn("bell")?.samples.count, "no speech")
      #expect(places[9].count > length)
    }

    private func settings(among values: [String: String]) throws -> Settings {
      var document = SettingsDocument()
      for (name, text) in values {
        let setting = try Setting.named(name)
        document.set(try setting.value(written: text), for: setting)
      }
      return document.settings()
    }

    @Test func `Another voice is another sound, and one that there is not is refused`() async throws {
      let heard = try await withoutSettings {
        try await hear { daemon in
          try await daemon.send(event, id: "usual").untilPlayed()
          await #expect(throws: (any Error).self) { try await daemon.set(["voice": "nobody"]) }
          #expect(try await daemon.setting("voice") == nil)
          try await daemon.set(["voice": "en-gb"])
          try await daemon.send(event, id: "other").untilPlayed()
        }
      }
      let other = try CueDaemonTests.settings(["voice": "en-gb"])
      let sounds = try await rendered([(event, Settings()), (event, other)])
      #expect(sounds[0] != sounds[1])
      let faults = heard.faults(expecting: sounds)
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `A cue that waits for its moment, rendered ahead, is rendered anew`() async throws {
      let softer = try await rendered([(.warning, try CueDaemonTests.settings(["volume": "50"]))])
      let heard = try await withoutSettings {
        try await hear { daemon in
          // The cue is begun so long before its time.
          try await daemon.set(["wake_ms": "2000"])
          let at = WallTime(microseconds: Timer.Clock.wall.now + 3_000_000)
          let cue = try await daemon.send(.init(id: "ahead", event: .warning, at: at))
          try await cue.until(.playing)
          try await daemon.set(["wake_ms": "0", "volume": "50"])
          try await cue.untilPlayed()
        }
      }
      let faults = heard.faults(expecting: softer)
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `A cue of which nothing is left does not duck, and is played at once with a reason`() async throws {
      let heard = try await withoutSettings {
        try await hearOverMusic { daemon, _ in
          try await daemon.set(["chimes": "off"])
          let tick = try await daemon.send(.warning, id: "tick").end()
          #expect(tick == .init(state: .played, reason: "its chime is set to off"))
          try await daemon.set(["speech.halfway": "off"])
          let both = try await daemon.send(.halfway, id: "both").end()
          #expect(both == .init(state: .played, reason: "its chime and its speech are set to off"))
          try await daemon.set(["chimes": "on", "volume": "0"])
          let silent = try await daemon.send(event, id: "silent").end()
          #expect(silent == .init(state: .played, reason: "the volume is set to 0"))
        }
      }
      #expect(heard.recording.firstSound(of: .cue, threshold: 0) == nil)
      let ducks = heard.recording.ducks(
        in: heard.before.lowerBound..<heard.recording.count, against: heard.before, below: -1)
      #expect(ducks.isEmpty, "\(ducks) \(heard.file)")
    }
  }
}

extension Recording {
  /// How high speech is, in Hz: the median of what its loud frames of 40 ms are most like when they are delayed.
  fileprivate func pitch(in range: Range<Int>) -> Double {
    let step = 4
    let samples = stride(from: range.lowerBound, to: range.upperBound, by: step).map { Double(cue[$0]) }
    let (frame, lags) = (480, 30..<200)
    let frames = stride(from: 0, to: samples.count - frame - lags.upperBound, by: frame)
    let powers = frames.map { first in samples[first..<first + frame].reduce(0) { $0 + $1 * $1 } }
    let loud = zip(frames, powers).filter { $0.1 > (powers.max() ?? 0) / 10 }.map(\.0)
    let pitches = loud.map { first in
      let best = lags.max { a, b in
        func likeness(_ lag: Int) -> Double {
          (first..<first + frame).reduce(0) { $0 + samples[$1] * samples[$1 + lag] }
        }
        return likeness(a) < likeness(b)
      }
      return Double(Recording.rate / step) / Double(best ?? 1)
    }
    return pitches.sorted()[pitches.count / 2]
  }
}
