import EventLoop
import Sound
import Speech
import Testing

extension SpeechProcessTests {
  /// The voices of the real espeak-ng.
  @EventLoop
  @Suite struct InstalledVoicesTests {
    /// An espeak-ng with one MBROLA voice's data, and a program in place of MBROLA that says 40 waves of 80 Hz at 16 kHz.
    private func withMbrola() -> WorkerScript {
      let script = WorkerScript(
        """
        cd "${0%/*}"
        data=$(espeak-ng --version | sed 's/.*Data at: //')
        mkdir -p espeak-ng-data/mbrola
        ln -sf "$data"/* espeak-ng-data/
        touch espeak-ng-data/mbrola/en1
        export ESPEAK_DATA_PATH="$PWD" PATH="$PWD:$PATH"
        """)
      let header =
        #"RIFF\377\377\377\177WAVEfmt \020\0\0\0\001\0\001\0\200\076\0\0\000\175\0\0\002\0\020\0data\377\377\377\177"#
      let wave = String(repeating: #"\000\020"#, count: 100) + String(repeating: #"\000\360"#, count: 100)
      script.write(
        "mbrola",
        """
        #!/bin/sh
        printf '\(header)'
        while read -r line; do
          [ "$line" = '#' ] || { pending=1; continue; }
          [ "$pending" ] || continue
          pending= waves=0
          while [ $waves -lt 40 ]; do printf '\(wave)'; waves=$((waves + 1)); done
        done
        """)
      return script
    }

    @Test func `espeak-ng's own voices are listed, with their languages`() async throws {
      let voices = try await SpeechSynthesizer(executable: cued).voices()
      let american = try #require(voices.named("en-us"))
      #expect(american.identifier == "gmw/en-US")
      #expect(american.languages.contains { $0.tag == "en-us" })
      #expect(american.kind == .formant)
      #expect(voices.count > 100)
      #expect(Set(voices.map(\.identifier)).count == voices.count)
      #expect(!voices.contains { $0.identifier.hasPrefix("!v/") })
    }

    @Test
    func `A MBROLA voice whose data is not installed is not listed, and says what it lacks when it is asked to speak`()
      async throws
    {
      let script = WorkerScript("PATH=/nowhere")
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      #expect(try await !synthesizer.voices().contains { $0.kind == .mbrola })
      await #expect(throws: SpeechError.voiceNotInstalled("mb-en1")) {
        _ = try await synthesizer.pcm(for: Utterance("hello", voice: "mb-en1"))
      }
      #expect(try await synthesizer.pcm(for: Utterance("hello", voice: "en-us")).frames.duration > .milliseconds(200))
    }

    @Test func `A MBROLA voice whose data is installed is listed, is the default, and speaks at its own rate`()
      async throws
    {
      let script = withMbrola()
      defer { script.remove() }
      let synthesizer = SpeechSynthesizer(executable: script.path)
      let voices = try await synthesizer.voices()
      #expect(voices.filter { $0.kind == .mbrola }.map(\.identifier) == ["mb/mb-en1"])
      let voice = try #require(voices.preferred(environment: ["LANG": "en_GB.UTF-8"]))
      #expect(voice.identifier == "mb/mb-en1")
      let sound = try await synthesizer.pcm(for: Utterance("hello", voice: voice.identifier))
      let waves = zip(sound.samples, sound.samples.dropFirst()).count { $0 < 0 && $1 >= 0 } + 1
      #expect(waves == 40)
      #expect(abs(sound.frames.count - PCM.rate / 2) < 100)
    }

    @Test func `A change of voice, and back, leaves no trace`() async throws {
      let synthesizer = SpeechSynthesizer(executable: cued)
      var lengths: [Int] = []
      for voice in ["en-us", "de", "en-us+f3", "en-us"] {
        lengths.append(try await synthesizer.pcm(for: Utterance(sentence, voice: voice)).frames.count)
      }
      #expect(abs(lengths[0] - lengths[3]) < lengths[0] / 50)
      #expect(abs(lengths[0] - lengths[1]) > lengths[0] / 50)
    }
  }
}
