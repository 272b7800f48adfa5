import EventLoop
import Glibc
import Sound
import Speech
import Testing

extension SpeechProcessTests {
  /// With the real espeak-ng, in the real process.
  @EventLoop
  @Suite struct SpeechSynthesizerTests {
    @Test(arguments: [("en-us", "gmw/en-US"), ("en-gb", "gmw/en"), ("de", "gmw/de"), ("en-us+f3", "gmw/en-US+f3")])
    func `An utterance is what espeak-ng itself makes of the text, at 48 kHz and trimmed`(
      voice: String, espeakVoice: String
    ) async throws {
      let (rate, samples) = try samplesOfEspeak(sentence, voice: espeakVoice)
      let resampler = Resampler(from: rate)
      var trimmer = SilenceTrimmer()
      var expected = trimmer.process(resampler.process(samples))
      expected += trimmer.process(resampler.finish())
      expected += trimmer.finish()

      let sound = try await firstSound(sentence, voice: voice)

      #expect(sound.frames.duration > .seconds(1))
      #expect(sound.frames == expected.frames)
      #expect(correlation(sound, expected) > 0.99)
    }

    @Test func `An utterance begins and ends with sound`() async throws {
      let sound = try await firstSound(sentence)
      let isSound: (Int16) -> Bool = { $0.magnitude >= SilenceTrimmer.threshold.magnitude }
      let first = try #require(sound.samples.firstIndex(where: isSound))
      let last = try #require(sound.samples.lastIndex(where: isSound))
      #expect(first <= SilenceTrimmer.margin.count)
      #expect(sound.samples.count - 1 - last <= SilenceTrimmer.margin.count)
    }

    @Test func `An utterance comes in pieces, as they are made`() async {
      let synthesizer = SpeechSynthesizer(executable: cued)
      let listener = Listener()
      synthesizer.speak(Utterance(sentence, voice: "en-us"), handler: listener.hear)
      #expect(listener.end == nil)
      await listener.untilEnd()
      #expect(listener.error == nil)
      #expect(listener.pieces > 10)
    }

    @Test func `A faster rate is shorter, a slower one longer`() async throws {
      let synthesizer = SpeechSynthesizer(executable: cued)
      var lengths: [Frames] = []
      for rate in [450, 175, 80] {
        lengths.append(try await synthesizer.pcm(for: Utterance(sentence, voice: "en-us", rate: rate)).frames)
      }
      #expect(lengths == lengths.sorted())
      #expect(lengths[0].count * 2 < lengths[1].count)
      #expect(lengths[1].count * 3 < lengths[2].count * 2)
    }

    @Test func `A higher pitch crosses zero more often`() async throws {
      let synthesizer = SpeechSynthesizer(executable: cued)
      var crossings: [Int] = []
      for pitch in [0, 99] {
        let sound = try await synthesizer.pcm(for: Utterance("Mmm.", voice: "en-us", pitch: pitch))
        let signs = sound.samples.map { $0 < 0 }
        crossings.append(zip(signs, signs.dropFirst()).count { $0 != $1 } * 1_000 / sound.samples.count)
      }
      #expect(crossings[0] < crossings[1])
    }

    @Test(arguments: ["", "   ", "\n", "\u{1}"])
    func `A text in which nothing can be spoken ends without a sound`(text: String) async throws {
      #expect(try await firstSound(text) == PCM())
    }

    @Test func `Markup is read out`() async throws {
      let marked = try await firstSound("<break time=\"5s\"/> hello")
      let plain = try await firstSound("hello")
      #expect(marked.frames.duration > plain.frames.duration + .seconds(1))
      #expect(marked.frames.duration < .seconds(4))
    }

    @Test func `Phoneme codes are read out`() async throws {
      let codes = try await firstSound("[[h@l'oU]]")
      let word = try await firstSound("hello")
      #expect(codes.frames.count > word.frames.count * 2)
    }

    @Test func `An embedded command is read out`() async throws {
      let command = try await firstSound("hello \u{1}99P there")
      let text = try await firstSound("hello  99P there")
      #expect(command == text)
    }

    @Test func `A zero does not end the text`() async throws {
      #expect(try await firstSound("hello\0there") == firstSound("hello there"))
    }

    @Test func `A text of 4,000 words is spoken to its end`() async throws {
      let synthesizer = SpeechSynthesizer(executable: cued)
      let text = String(repeating: "hello there ", count: 2_000)
      let listener = Listener()
      synthesizer.speak(Utterance(text, voice: "en-us", rate: 450), handler: listener.hear)
      await listener.untilEnd()
      #expect(listener.error == nil)
      #expect(listener.sound.frames.duration > .seconds(400))
    }

    @Test func `Too long a text is refused with its length, and the next is spoken`() async throws {
      let synthesizer = SpeechSynthesizer(executable: cued)
      let text = String(repeating: "a", count: Utterance.longestText + 1)
      await #expect(throws: SpeechError.textTooLong(bytes: text.utf8.count)) {
        try await synthesizer.pcm(for: Utterance(text, voice: "en-us"))
      }
      #expect(try await synthesizer.pcm(for: Utterance("hello", voice: "en-us")) == firstSound("hello"))
    }

    @Test func `Utterances come in the order in which they were asked for, each whole`() async {
      let synthesizer = SpeechSynthesizer(executable: cued)
      var ended: [Int] = []
      let listeners = (0..<5).map { _ in Listener() }
      for (number, listener) in listeners.enumerated() {
        synthesizer.speak(Utterance("\(number)", voice: "en-us")) { event in
          listener.hear(event)
          if listener.end != nil { ended.append(number) }
        }
      }
      await listeners.last?.untilEnd()
      #expect(ended == [0, 1, 2, 3, 4])
      #expect(listeners.allSatisfy { $0.error == nil && $0.sound.frames.duration > .milliseconds(200) })
    }

    @Test(arguments: ["nobody", "", "en-us+nobody", "+f3", "../../../../../etc/passwd", "en-us+../../lang/gmw/de"])
    func `A voice that does not exist is an error that names it`(voice: String) async {
      await #expect(throws: SpeechError.unknownVoice(voice)) {
        try await firstSound("hello", voice: voice)
      }
    }
  }
}
