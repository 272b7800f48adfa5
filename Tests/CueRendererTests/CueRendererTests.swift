import Cue
import CueRenderer
import EventLoop
import FoundationEssentials
import Settings
import Sound
import Speech
import Testing

/// The built `cued`, beside the program that runs the tests: it is the speech process.
private let cued: String = {
  let tests = try! FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return tests[..<tests.lastIndex(of: "/")!] + "/cued"
}()

private let american = ["LC_ALL": "en_US.UTF-8"]

@EventLoop
@Suite(.serialized, .timeLimit(.minutes(2))) struct CueRendererTests {
  nonisolated static let rows: [(Event, chime: String, sentence: String)] = [
    (
      .start(week: 3, day: 2, warmup: .seconds(300)), chime: "start",
      sentence: "Week 3, run 2. Warm up with a 5 minute brisk walk."
    ),
    (.transition(.run, .seconds(180)), chime: "run", sentence: "Run for 3 minutes."),
    (.transition(.walk, .seconds(90)), chime: "walk", sentence: "Walk for 90 seconds."),
    (.halfway, chime: "halfway", sentence: "Halfway."),
    (.minute(10), chime: "minute", sentence: "10 minutes."),
    (.cooldown(.seconds(300)), chime: "cooldown", sentence: "Cool down. Walk for 5 minutes."),
    (.complete(week: 3, day: 2), chime: "complete", sentence: "Great work. Week 3, run 2 done."),
    (.paused, chime: "paused", sentence: "Paused."),
    (.resumed, chime: "resumed", sentence: "Resuming."),
    (.say("The tea is ready.", chime: "alert"), chime: "alert", sentence: "The tea is ready."),
  ]

  @Test(arguments: rows)
  func `A cue is its chime, 120 ms of silence and its sentence, to the sample`(
    event: Event, chime: String, sentence: String
  ) async throws {
    let rendered = try await render(event)
    let chime = try #require(Chimes.builtIn(chime)).samples
    let speech = try await spoken(sentence).samples
    let (begin, end) = (chime.count, chime.count + 5_760)
    #expect(Array(rendered.sound.samples[..<begin]) == chime)
    #expect(rendered.sound.samples[begin..<end].allSatisfy { $0 == 0 })
    #expect(Array(rendered.sound.samples[end...]) == speech)
    #expect(rendered.failure == nil)
  }

  @Test func `A warning is the tick, and nothing is said`() async throws {
    let rendered = try await render(.warning)
    #expect(rendered.sound == Chimes.builtIn("tick"))
    #expect(rendered.failure == nil)
  }

  @Test func `Without a chime, speech is all that there is`() async throws {
    let rendered = try await render(.say("The tea is ready.", chime: nil))
    #expect(try await rendered.sound == spoken("The tea is ready."))
  }

  @Test func `The chime is there at once, and no end comes before its sentence`() throws {
    let renderer = CueRenderer(executable: cued, environment: american)
    var steps: [CueRenderer.Step] = []
    let rendering = renderer.render(.halfway) { steps.append($0) }
    guard steps.count == 1, case .sound(let sound) = steps[0] else {
      Issue.record("\(steps)")
      return
    }
    #expect(sound.samples.count == Chimes.builtIn("halfway")!.samples.count + 5_760)
    rendering.cancel()
  }

  @Test(arguments: [nil, "bell"])
  func `A text in which nothing can be spoken fails, and the chime is there all the same`(
    chime: String?
  ) async throws {
    let rendered = try await render(.say(" ", chime: chime))
    #expect(rendered.failure == "nothing in its text can be spoken")
    #expect(rendered.sound.samples.isEmpty == (chime == nil))
  }

  @Test func `A text that takes more than five minutes fails there`() async throws {
    let rendered = try await render(.say(String(repeating: "㊙", count: 2_000), chime: nil))
    #expect(rendered.failure == "it would take longer than 5 minutes")
    #expect(rendered.sound.samples.count <= 300 * 48_000)
    #expect(rendered.sound.samples.count > 290 * 48_000)
  }

  @Test func `A voice that is not there fails the sentence, and the chime is there all the same`() async throws {
    let rendered = try await render(.halfway, voice: "nobody")
    #expect(rendered.failure == "there is no voice \"nobody\"")
    let chime = try #require(Chimes.builtIn("halfway")).samples
    #expect(Array(rendered.sound.samples.prefix(chime.count)) == chime)
    #expect(rendered.sound.samples.count == chime.count + 5_760)
  }

  @Test func `The voice is the one that the locale names, or the one that the cue names`() async throws {
    let british = CueRenderer(executable: cued, environment: ["LC_ALL": "en_GB.UTF-8"])
    #expect(british.voice == nil)
    let byLocale = try await render(.halfway, with: british).sound
    #expect(british.voice != nil)
    #expect(try await byLocale == render(.halfway, voice: "en-gb").sound)
    let american = try await render(.halfway).sound
    #expect(try await american == render(.halfway, voice: "en-us").sound)
    #expect(byLocale != american)
  }

  @Test func `The chosen voice speaks, and the one that a cue names before it`() async throws {
    let renderer = CueRenderer(executable: cued, environment: american)
    renderer.settings = try settings(["voice": "en-gb+f3"])
    #expect(renderer.voice == "en-gb+f3")
    #expect(try await render(.halfway, with: renderer).sound == render(.halfway, voice: "en-gb+f3").sound)
    #expect(try await render(.halfway, voice: "de", with: renderer).failure == nil)
    #expect(renderer.missingVoice == nil)
    renderer.settings = Settings()
    #expect(try await render(.halfway, with: renderer).failure == nil)
    #expect(renderer.voice == "en-us")
  }

  @Test(arguments: [("nobody", true), ("en-us+nothing", true), ("mb-us1+nothing", false)])
  func `Where the chosen voice is not there, the default one speaks, and it is said which is missing`(
    name: String, isPrepared: Bool
  ) async throws {
    let renderer = CueRenderer(executable: cued, environment: american)
    renderer.settings = try settings(["voice": name])
    if isPrepared {
      renderer.prepare()
      while renderer.missingVoice == nil { try await Task.sleep(for: .milliseconds(2)) }
    }
    let rendered = try await render(.halfway, with: renderer)
    #expect(rendered.failure == nil)
    let expected = try await render(.halfway, voice: "en-us")
    #expect(rendered.sound.samples.count > expected.sound.samples.count * 9 / 10)
    #expect(renderer.settings.voice == name)
    #expect(renderer.missingVoice == name)
    #expect(renderer.voice == "en-us")
  }

  @Test func `A chime of the person's own is heard in place of the built-in one, as soon as it is there`() async throws
  {
    let home = try TemporaryHome()
    defer { home.remove() }
    let renderer = CueRenderer(executable: cued, environment: american.merging(["HOME": home.path]) { $1 })
    var refusals: [SoundFileError] = []
    renderer.onRefusedSound = { refusals.append($0) }
    #expect(try await render(.warning, with: renderer).sound == Chimes.builtIn("tick"))
    try home.writeChime("tick", try #require(Chimes.builtIn("walk")))
    let own = try await render(.warning, with: renderer).sound
    #expect(own != Chimes.builtIn("tick") && own.samples.count > 10_000)
    try home.writeChime("tick", .silence(Frames(4_800)))
    for _ in 0..<2 { #expect(try await render(.warning, with: renderer).sound == Chimes.builtIn("tick")) }
    #expect(refusals.map(\.code) == [.silent])
    #expect(renderer.ownSounds().map(\.error?.code) == [.silent])
  }

  @Test func `A preview is heard whatever is set to off`() async throws {
    let renderer = CueRenderer(executable: cued, environment: american)
    renderer.settings = try settings(["chimes": "off", "speech": "off"])
    let rendered = try await render(.halfway, isPreview: true, with: renderer)
    #expect(rendered.sound.samples.count > (Chimes.builtIn("halfway")?.samples.count ?? 0) + 5_760)
  }

  @Test func `A chime may be all that is heard`() async throws {
    let rendered = try await render(.say("", chime: "bell"))
    #expect(rendered.failure == nil && rendered.sound == Chimes.builtIn("bell"))
  }

  @Test func `A cancelled rendering says nothing more, and the next is whole`() async throws {
    let renderer = CueRenderer(executable: cued, environment: american)
    var steps = 0
    renderer.render(.minute(1)) { _ in steps += 1 }.cancel()
    let next = try await render(.halfway, with: renderer)
    #expect(steps == 1)
    #expect(next.failure == nil)
    let first = try await render(.halfway)
    #expect(next.sound.samples.count > first.sound.samples.count * 9 / 10)
  }

  @Test func `What is set changes the sound of what is rendered from then on`() async throws {
    let chime = try #require(Chimes.builtIn("halfway")).samples
    let renderer = CueRenderer(executable: cued, environment: american)
    renderer.settings = try settings(["pause": "500", "volume": "50"])
    let soft = try await render(.halfway, with: renderer).sound.samples
    #expect(Array(soft.prefix(chime.count)) == chime.map { Int16((Double($0) / 2).rounded()) })
    #expect(soft[chime.count..<chime.count + 24_000].allSatisfy { $0 == 0 })
    // Up to a millisecond of silence is kept before the speech.
    #expect(soft[(chime.count + 24_000)...].prefix(96).contains { $0 != 0 })
    renderer.settings = try settings(["chime.halfway": "off"])
    #expect(try await !render(.halfway, with: renderer).sound.samples.starts(with: chime))
    renderer.settings = try settings(["speech": "off"])
    #expect(try await render(.halfway, with: renderer).sound.samples == chime)
  }

  @Test(
    arguments: [
      (["chimes": "off"], Event.warning, "its chime is set to off"), (["chimes": "off"], .halfway, nil),
      (["speech": "off"], .say("Hello.", chime: nil), "its speech is set to off"), (["speech": "off"], .warning, nil),
      (["chimes": "off", "speech.halfway": "off"], .halfway, "its chime and its speech are set to off"),
      (["chime.bell": "off", "speech.say": "off"], .say("Hello.", chime: "alert"), nil),
      (["volume": "0"], .halfway, "the volume is set to 0"),
    ] as [(KeyValuePairs<String, String>, Event, String?)])
  func `Where what is set leaves nothing to be heard, it is said why`(
    set: KeyValuePairs<String, String>, event: Event, reason: String?
  ) throws {
    let renderer = CueRenderer(executable: cued, environment: american)
    renderer.settings = try settings(set)
    #expect(renderer.silence(of: event) == reason)
  }

  private func settings(_ values: KeyValuePairs<String, String>) throws -> Settings {
    var document = SettingsDocument()
    for (name, text) in values {
      let setting = try Setting.named(name)
      document.set(try setting.value(written: text), for: setting)
    }
    return document.settings()
  }

  /// All that becomes of an event, by a renderer that has just started unless another is given.
  private func render(
    _ event: Event, voice: String? = nil, isPreview: Bool = false, with renderer: CueRenderer? = nil
  ) async throws -> (sound: PCM, failure: String?) {
    let renderer = renderer ?? CueRenderer(executable: cued, environment: american)
    var sound = PCM()
    let failure: String? = await withCheckedContinuation { continuation in
      renderer.render(event, voice: voice, isPreview: isPreview) { step in
        switch step {
        case .sound(let piece): sound += piece
        case .end: continuation.resume(returning: nil)
        case .failed(let reason): continuation.resume(returning: reason)
        }
      }
    }
    return (sound, failure)
  }

  /// What a speech process that has just started, and was asked for its voices, makes of a text.
  private func spoken(_ text: String) async throws -> PCM {
    let synthesizer = SpeechSynthesizer(executable: cued)
    let voice = try #require(try await synthesizer.voices().preferred(environment: american))
    return try await synthesizer.pcm(for: Utterance(text, voice: voice.identifier))
  }
}

/// A home folder with chimes of its own.
private struct TemporaryHome {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "cued-home-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: path + "/.local/share/cued/sounds", withIntermediateDirectories: true)
  }

  func writeChime(_ name: String, _ sound: PCM) throws {
    let writer = try SoundFileWriter("\(path)/.local/share/cued/sounds/\(name).flac")
    try writer.write(sound)
    try writer.close()
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
