import Cue
import CueInterface
import EventLoop
import Sound
import SoundLab
import Testing

extension DaemonProcess {
  /// Plays a preview to its end.
  fileprivate func preview(_ what: Voices.Preview.Parameters) async throws -> [CueState] {
    var states: [CueState] = []
    let client = try await connect()
    defer { client.close() }
    for try await reply in client.preview(what) { states.append(reply.state) }
    return states
  }
}

extension OnPulseAudio {
  @Suite struct PreviewTests {
    @Test func `A voice is previewed over the music, which is down meanwhile, and nothing is set by it`() async throws {
      let text = "This is how I sound."
      let sound = try await rendered(.say(text, chime: nil), voice: "en-gb+f3")
      try await undisturbed {
        let heard = try await hearOverMusic { daemon, _ in
          let before = try await daemon.status.voice
          #expect(try await daemon.preview(.voice("en-gb+f3", text: text)) == [.queued, .playing, .played])
          #expect(try await daemon.status.voice == before)
        }
        let faults = heard.faults(expecting: [sound])
        try #require(faults.isEmpty, "\(faults) \(heard.file)")
        return (heard, heard.faultsOfMusic(downIn: try #require(heard.places(of: [sound]))))
      }
    }

    @Test func `Without a text a voice says what it says most often`() async throws {
      let sound = try await rendered(.say("Run for 3 minutes.", chime: nil), voice: "en-gb-scotland")
      let heard = try await hear { daemon in
        let states = try await daemon.preview(.voice("en-gb-scotland", text: nil))
        #expect(states.last == .played)
      }
      let faults = heard.faults(expecting: [sound])
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `Each chime is previewed, in its turn with the cues`() async throws {
      let event = Event.say("Whoever previews a chime waits for this.", chime: nil)
      let first = try await rendered([event])[0]
      let chimes = Chime.allCases.map(\.rawValue)
      let heard = try await hear { daemon in
        let cue = try await daemon.send(event)
        try await cue.until(.playing)
        for chime in chimes { #expect(try await daemon.preview(.chime(chime)).last == .played) }
        try await cue.untilPlayed()
      }
      let faults = heard.faults(expecting: [first] + chimes.compactMap(Chimes.builtIn))
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    @Test func `The voices are listed, the one that speaks first`() async throws {
      try await withDaemon { daemon in
        let client = try await daemon.connect()
        let english = try await client.voices(speaking: nil)
        let set = try await daemon.status.voice
        #expect(english.voices.filter(\.set).map(\.name) == [set])
        #expect(english.voices.first?.set == true)
        #expect(english.voices.allSatisfy { $0.languages.contains { $0 == "en" || $0.hasPrefix("en-") } })
        #expect(english.variants.contains { $0.name == "f3" && $0.gender == .female })
        #expect(try await client.voices(speaking: "de").voices.map(\.name) == ["de"])
        #expect(try await client.voices(speaking: "all").voices.count > 100)
        #expect(try await client.voices(speaking: "tlh").voices.isEmpty)
      }
    }

    @Test func `A voice that is not there is an error that names three that may be meant, and nothing is heard`()
      async throws
    {
      let heard = try await hear { daemon in
        let client = try await daemon.connect()
        let message = "there is no voice en-uss: did you mean en-us, "
        func expect(_ error: CueClientError?) {
          #expect(error?.isOfUnknownVoice == true)
          #expect(error.map { "\($0)".hasPrefix(message) } == true, "\(error.map { "\($0)" } ?? "")")
        }
        expect(
          await #expect(throws: CueClientError.self) {
            try await client.play(WireCue(id: "a", event: .halfway, voice: "en-uss"))
          })
        expect(
          await #expect(throws: CueClientError.self) {
            for try await _ in client.preview(.voice("en-uss", text: nil)) {}
          })
        await #expect(throws: CueClientError.self) { for try await _ in client.preview(.chime("gong")) {} }
        #expect(try await client.status().waiting == 0)
      }
      #expect(heard.recording.firstSound(of: .cue, threshold: 0) == nil)
    }

    @Test func `A client that hangs up while its cue's voice is looked for leaves no cue behind`() async throws {
      try await withDaemon { daemon in
        let client = try RawClient(daemon)
        try await client.send(
          #"{"method":"io.cued.Cues.Play","parameters":{"cue":{"id":"1","event":"halfway","voice":"en-uss"}}}"#)
        client.close()
        let cue = try await daemon.send(.warning)
        try await cue.untilPlayed()
        #expect(try await daemon.status.waiting == 0)
      }
    }
  }
}
