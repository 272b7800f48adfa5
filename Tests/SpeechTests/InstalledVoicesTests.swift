import EventLoop
import Glibc
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

    @Test func `Each English voice of the catalogue speaks by the name that it has there, and so does a variant`()
      async throws
    {
      let catalogue = try await catalogue(of: VoiceFinder(executable: cued))
      let voices = catalogue.voices(speaking: "en")
      #expect(voices.count > 5)
      let synthesizer = SpeechSynthesizer(executable: cued)
      for name in voices.map(catalogue.name) + catalogue.variants.map({ "en-us+" + $0.fileName }) {
        #expect(catalogue.find(name) != nil, "\(name)")
        let sound = try await synthesizer.pcm(for: Utterance("Run.", voice: name))
        #expect(sound.frames.duration > .milliseconds(50), "\(name)")
      }
    }

    @Test func `Every voice that is listed speaks`() async throws {
      let catalogue = try await catalogue(of: VoiceFinder(executable: cued))
      let synthesizer = SpeechSynthesizer(executable: cued)
      for name in catalogue.allVoices().map(catalogue.name) {
        let sound = try await synthesizer.pcm(for: Utterance("Run for 3 minutes.", voice: name))
        #expect(sound.frames.duration > .milliseconds(50), "\(name)")
      }
    }

    @Test func `A name that stands for no voice is told the nearest, and one that does is not`() async throws {
      let finder = VoiceFinder(executable: cued)
      #expect(await look(for: "en-us+f3", in: finder) == nil)
      let unknown = try #require(await look(for: "en-uss", in: finder))
      #expect(unknown.name == "en-uss" && unknown.nearest.count == 3 && unknown.nearest.first == "en-us")
    }

    @Test func `Where no speech process tells, every name may be a voice's`() async throws {
      let finder = VoiceFinder(executable: "/bin/false")
      #expect(await look(for: "nobody", in: finder) == nil)
      await #expect(throws: SpeechError.self) { _ = try await self.catalogue(of: finder) }
    }

    @Test func `A voice that was installed a moment ago is in the catalogue`() async throws {
      let script = withMbrola()
      defer { script.remove() }
      let finder = VoiceFinder(executable: script.path)
      script.write("hide", "#!/bin/sh\nmv \(script.folder)/mbrola \(script.folder)/hidden\n")
      script.write("show", "#!/bin/sh\nmv \(script.folder)/hidden \(script.folder)/mbrola\n")
      system("\(script.folder)/hide")
      #expect(try await catalogue(of: finder).find("mb-en1") == nil)
      system("\(script.folder)/show")
      #expect(try await catalogue(of: finder).find("mb-en1") != nil)
    }

    private func catalogue(of finder: VoiceFinder) async throws -> VoiceCatalogue {
      try await withCheckedContinuation { continuation in
        finder.catalogue(notOlderThan: .zero) { continuation.resume(returning: $0) }
      }.get()
    }

    private func look(for name: String, in finder: VoiceFinder) async -> UnknownVoice? {
      await withCheckedContinuation { continuation in
        finder.look(for: name) { continuation.resume(returning: $0) }
      }
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
