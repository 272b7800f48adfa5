import Cue
import CueText
import EventLoop
import Settings
import Sound
import Speech

/// Makes the sound of an event: its chime, a pause, its sentence.
@EventLoop
public final class CueRenderer {
  /// A step of a rendering.
  public enum Step: Sendable {
    /// The next piece of the sound, never empty. The first comes before ``render(_:voice:handler:)`` returns where
    /// there is a chime.
    case sound(PCM)
    /// The sound is whole.
    case end
    /// No more comes: why, as a clause for the person.
    case failed(String)
  }

  /// The voices that there are, for those who want to know.
  public let finder: VoiceFinder
  /// Called when the voice that is set is found to be missing, with the one that speaks instead.
  public var onMissingVoice: (@EventLoop (_ missing: String, _ instead: String) -> Void)?
  /// Called when a sound of the person's own cannot be used, once for each file, so that the built-in one is heard.
  public var onRefusedSound: (@EventLoop (SoundFileError) -> Void)?
  /// How what is rendered from now on sounds.
  public var settings = Settings() {
    didSet {
      guard settings.voice != oldValue.voice else { return }
      missingVoice = nil
      checkChosenVoice()
    }
  }

  private var ownChimes: OwnChimes
  private let synthesizer: SpeechSynthesizer
  private let environment: [String: String]
  private let language = English()
  private var defaultVoice = DefaultVoice.unknown
  /// What the speech process has listed.
  private var voices: [Voice] = []

  private enum DefaultVoice {
    case unknown
    case asked([@EventLoop (String) -> Void])
    case known(String)
  }

  /// - Parameters:
  ///   - executable: the program to start as the speech process; see ``SpeechSynthesizer``.
  ///   - environment: where the locale is looked up that chooses the default voice, and the folders of the person's own
  ///     chimes.
  public init(executable: String = "/proc/self/exe", environment: [String: String]) {
    synthesizer = SpeechSynthesizer(executable: executable)
    finder = VoiceFinder(executable: executable)
    ownChimes = OwnChimes(environment: environment)
    self.environment = environment
    finder.onFound = { [weak self] in self?.compare($0) }
  }

  /// Starts the speech process and chooses the default voice, so that the first cue need not wait for them.
  public func prepare() {
    withDefaultVoice { [weak self] _ in self?.readAhead(Chime.allCases[...]) }
    checkChosenVoice()
  }

  /// Reads the person's own chimes, one in each turn of the loop, so that no cue waits for it.
  private func readAhead(_ chimes: ArraySlice<Chime>) {
    guard let next = chimes.first else { return }
    _ = chimeSound(next.rawValue)
    EventLoop.enqueue { [weak self] in self?.readAhead(chimes.dropFirst()) }
  }

  /// The files of the person's own chimes, each with the reason why it is not used, where there is one.
  public func ownSounds() -> [(path: String, error: SoundFileError?)] {
    Chime.allCases.compactMap { chime in
      ownChimes.choice(for: chime.rawValue).map { choice in
        if case .failure(let error) = choice.result { (choice.path, error) } else { (choice.path, nil) }
      }
    }
  }

  /// Tells whether a name stands for a voice that can speak.
  ///
  /// - Parameter handler: gets nil where it does, and where no speech process tells; called at once where that is known.
  public func look(for voice: String, _ handler: @escaping @EventLoop (UnknownVoice?) -> Void) {
    // Of variants the speech process has listed none.
    if voices.meant(by: voice) != nil { return handler(nil) }
    finder.look(for: voice, handler)
  }

  /// The voice that is set, while it cannot speak: the default one does.
  public private(set) var missingVoice: String?

  /// The voice that speaks where none is asked for, once that is known.
  public var voice: String? {
    if let presentVoice { return presentVoice }
    return if case .known(let name) = defaultVoice { name } else { nil }
  }

  /// Why the settings leave nothing of an event to be heard, as a clause for the person; nil: something is left.
  public func silence(of event: Event) -> String? {
    if settings.volume == 0 { return "the volume is set to 0" }
    let hasChime = event.chimeName.flatMap(Chime.init(rawValue:)) != nil
    let hasSentence = event.sentence(in: language) != nil
    guard chime(of: event) == nil, sentence(of: event) == nil else { return nil }
    switch (hasChime, hasSentence) {
    case (true, true): return "its chime and its speech are set to off"
    case (true, false): return "its chime is set to off"
    case (false, true): return "its speech is set to off"
    case (false, false): return nil
    }
  }

  private func chime(of event: Event, isPreview: Bool = false) -> PCM? {
    guard let name = event.chimeName, isPreview || Chime(rawValue: name).map(settings.sounds) ?? true else {
      return nil
    }
    return chimeSound(name)
  }

  private func sentence(of event: Event, isPreview: Bool = false) -> String? {
    isPreview || settings.speaks(event.kind) ? event.sentence(in: language) : nil
  }

  /// Renders an event.
  ///
  /// - Parameters:
  ///   - voice: the voice that speaks; absent: the one that is set, or else the default one.
  ///   - isPreview: whatever is set to off is heard all the same.
  ///   - handler: gets any number of sounds and then one of the other steps, which never comes before this returns;
  ///     nothing after it was cancelled.
  @discardableResult
  public func render(
    _ event: Event, voice: String? = nil, isPreview: Bool = false, handler: @escaping @EventLoop (Step) -> Void
  ) -> Rendering {
    let rendering = Rendering(volume: settings.volume, handler)
    let sentence = sentence(of: event, isPreview: isPreview)
    if var sound = chime(of: event, isPreview: isPreview) {
      if sentence != nil { sound += .silence(Frames(settings.pause)) }
      rendering.add(sound)
    }
    guard let sentence else {
      EventLoop.enqueue { rendering.end() }
      return rendering
    }
    // In the loop's next turn, when the chime is on its way: the speech process would compete with it for a processor.
    EventLoop.enqueue { [self, settings] in
      if let voice {
        speak(sentence, voice: voice, settings, into: rendering)
      } else if let chosen = presentVoice {
        speakChosen(sentence, voice: chosen, settings, into: rendering)
      } else {
        withDefaultVoice { [self] in speak(sentence, voice: $0, settings, into: rendering) }
      }
    }
    return rendering
  }

  /// The voice that is set, as far as is known that it can speak.
  private var presentVoice: String? { missingVoice == nil ? settings.voice : nil }

  private func chimeSound(_ name: String) -> PCM? {
    guard let choice = ownChimes.choice(for: name) else { return Chimes.builtIn(name) }
    switch choice.result {
    case .success(let sound): return sound
    case .failure(let error):
      if choice.isNew { onRefusedSound?(error) }
      return Chimes.builtIn(name)
    }
  }

  /// With the default voice, where the one that is set is found to be missing.
  private func speakChosen(_ sentence: String, voice: String, _ settings: Settings, into rendering: Rendering) {
    speak(sentence, voice: voice, settings, into: rendering) { [self] in
      noteMissing(voice)
      withDefaultVoice { [self] in speak(sentence, voice: $0, settings, into: rendering) }
    }
  }

  /// - Parameter whenMissing: what to do instead where there is no such voice; nil: the rendering fails.
  private func speak(
    _ sentence: String, voice: String, _ settings: Settings, into rendering: Rendering,
    whenMissing: (@EventLoop () -> Void)? = nil
  ) {
    guard !rendering.isOver else { return }
    var isSilent = true
    let utterance = Utterance(sentence, voice: voice, rate: settings.rate, pitch: settings.pitch)
    rendering.speech = synthesizer.speak(utterance) { event in
      switch event {
      case .samples(let sound):
        isSilent = false
        rendering.add(sound)
      case .ended where isSilent: rendering.fail("nothing in its text can be spoken")
      case .ended: rendering.end()
      case .failed(let error):
        if error.isMissingVoice, let whenMissing { whenMissing() } else { rendering.fail(error.description) }
      }
    }
  }

  /// By letting it say nothing, which loads it as well.
  private func checkChosenVoice() {
    guard let voice = presentVoice else { return }
    synthesizer.speak(Utterance("", voice: voice)) { [weak self] event in
      if case .failed(let error) = event, error.isMissingVoice { self?.noteMissing(voice) }
    }
  }

  private func noteMissing(_ voice: String) {
    guard voice == presentVoice else { return }
    missingVoice = voice
    withDefaultVoice { [weak self] in self?.onMissingVoice?(voice, $0) }
  }

  /// Where there are other voices than the speech process knows, another one takes its place.
  private func compare(_ catalogue: VoiceCatalogue) {
    guard case .known = defaultVoice, Set(voices) != Set(catalogue.voices) else { return }
    synthesizer.renew()
    missingVoice = nil
    defaultVoice = .unknown
    prepare()
  }

  /// Gives the voice that speaks where none is asked for, as soon as that is known.
  public func withVoice(_ body: @escaping @EventLoop (String) -> Void) {
    withDefaultVoice { [weak self] in body(self?.voice ?? $0) }
  }

  private func withDefaultVoice(_ body: @escaping @EventLoop (String) -> Void) {
    switch defaultVoice {
    case .known(let voice): body(voice)
    case .asked(let waiting): defaultVoice = .asked(waiting + [body])
    case .unknown:
      defaultVoice = .asked([body])
      synthesizer.voices { [weak self] in self?.chooseVoice(try? $0.get()) }
    }
  }

  /// - Parameter voices: those that can speak; nil where the speech process does not tell, and then the next
  ///   utterance asks again.
  private func chooseVoice(_ voices: [Voice]?) {
    guard case .asked(let waiting) = defaultVoice else { return }
    let chosen = voices?.preferred(environment: environment).map { voices?.shortName(of: $0) ?? $0.identifier }
    self.voices = voices ?? []
    defaultVoice = chosen.map(DefaultVoice.known) ?? .unknown
    for body in waiting { body(chosen ?? Self.fallbackVoice) }
  }

  /// A name that every espeak-ng knows.
  private static let fallbackVoice = "en"
}

/// A sound that is being made.
@EventLoop
public final class Rendering {
  private var handler: (@EventLoop (CueRenderer.Step) -> Void)?
  private var amplifier: Amplifier
  fileprivate var speech: SpeechRequest?
  /// 2,000 characters take two minutes, or four where they are said slowly. But there are some whose names are long.
  private static let longest = Frames(.seconds(300))
  private var length = 0

  /// - Parameter volume: in percent.
  fileprivate init(volume: Int, _ handler: @escaping @EventLoop (CueRenderer.Step) -> Void) {
    amplifier = Amplifier(percent: volume)
    self.handler = handler
  }

  /// Stops it. The handler is not called any more.
  public func cancel() {
    handler = nil
    speech?.cancel()
    speech = nil
  }

  fileprivate var isOver: Bool { handler == nil }

  fileprivate func add(_ sound: PCM) {
    length += sound.samples.count
    guard length <= Self.longest.count else {
      speech?.cancel()
      return fail("it would take longer than \(Self.longest.duration.components.seconds / 60) minutes")
    }
    give(amplifier.process(sound))
  }

  private func give(_ sound: PCM) {
    if !sound.samples.isEmpty { handler?(.sound(sound)) }
  }

  fileprivate func end() { finish(.end) }

  fileprivate func fail(_ reason: String) { finish(.failed(reason)) }

  private func finish(_ step: CueRenderer.Step) {
    give(amplifier.finish())
    let handler = handler
    self.handler = nil
    speech = nil
    handler?(step)
  }
}
