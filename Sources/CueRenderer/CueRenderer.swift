import Cue
import CueText
import EventLoop
import Sound
import Speech

/// Makes the sound of an event: its chime, a pause, its sentence.
@EventLoop
public final class CueRenderer {
  /// The silence between chime and speech.
  public nonisolated static let pause = Frames(.milliseconds(120))

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
  /// Called when the chosen voice is found to be missing, with the one that speaks instead.
  public var onMissingVoice: (@EventLoop (_ missing: String, _ instead: String) -> Void)?
  /// Called when a sound of the person's own cannot be used, once for each file, so that the built-in one is heard.
  public var onRefusedSound: (@EventLoop (SoundFileError) -> Void)?
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

  /// The voice that the person has chosen, by a name of ``VoiceCatalogue``; nil: the best English one.
  public var chosenVoice: String? {
    didSet {
      guard chosenVoice != oldValue else { return }
      missingVoice = nil
      checkChosenVoice()
    }
  }

  /// Tells whether a name stands for a voice that can speak.
  ///
  /// - Parameter handler: gets nil where it does, and where no speech process tells; called at once where that is known.
  public func look(for voice: String, _ handler: @escaping @EventLoop (UnknownVoice?) -> Void) {
    // Of variants the speech process has listed none.
    if VoiceCatalogue(voices: voices, variants: []).find(voice) != nil { return handler(nil) }
    finder.look(for: voice, handler)
  }

  /// The chosen voice, while it cannot speak: the default one does.
  public private(set) var missingVoice: String?

  /// The voice that speaks where none is asked for, once that is known.
  public var voice: String? {
    if let chosenVoice, missingVoice == nil { return chosenVoice }
    return if case .known(let name) = defaultVoice { name } else { nil }
  }

  /// Renders an event.
  ///
  /// - Parameters:
  ///   - voice: the voice that speaks; absent: the default one.
  ///   - handler: gets any number of sounds and then one of the other steps, which never comes before this returns;
  ///     nothing after it was cancelled.
  @discardableResult
  public func render(
    _ event: Event, voice: String? = nil, handler: @escaping @EventLoop (Step) -> Void
  ) -> Rendering {
    let rendering = Rendering(handler)
    let chime = event.chimeName.flatMap { chimeSound($0) }
    let sentence = event.sentence(in: language)
    if var sound = chime {
      if sentence != nil { sound += .silence(Self.pause) }
      rendering.add(sound)
    }
    guard let sentence else {
      EventLoop.enqueue { rendering.end() }
      return rendering
    }
    // In the loop's next turn, when the chime is on its way: the speech process would compete with it for a processor.
    EventLoop.enqueue { [self] in
      if let voice {
        speak(sentence, voice: voice, into: rendering)
      } else if let chosen = presentVoice {
        speakChosen(sentence, voice: chosen, into: rendering)
      } else {
        withDefaultVoice { [self] in speak(sentence, voice: $0, into: rendering) }
      }
    }
    return rendering
  }

  /// The chosen voice, as far as is known that it can speak.
  private var presentVoice: String? { missingVoice == nil ? chosenVoice : nil }

  private func chimeSound(_ name: String) -> PCM? {
    guard let choice = ownChimes.choice(for: name) else { return Chimes.builtIn(name) }
    switch choice.result {
    case .success(let sound): return sound
    case .failure(let error):
      if choice.isNew { onRefusedSound?(error) }
      return Chimes.builtIn(name)
    }
  }

  /// With the default voice, where the chosen one is found to be missing.
  private func speakChosen(_ sentence: String, voice: String, into rendering: Rendering) {
    speak(sentence, voice: voice, into: rendering) { [self] in
      noteMissing(voice)
      withDefaultVoice { [self] in speak(sentence, voice: $0, into: rendering) }
    }
  }

  /// - Parameter whenMissing: what to do instead where there is no such voice; nil: the rendering fails.
  private func speak(
    _ sentence: String, voice: String, into rendering: Rendering, whenMissing: (@EventLoop () -> Void)? = nil
  ) {
    guard !rendering.isOver else { return }
    var isSilent = true
    rendering.speech = synthesizer.speak(Utterance(sentence, voice: voice)) { event in
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
  fileprivate var speech: SpeechRequest?

  fileprivate init(_ handler: @escaping @EventLoop (CueRenderer.Step) -> Void) { self.handler = handler }

  /// Stops it. The handler is not called any more.
  public func cancel() {
    handler = nil
    speech?.cancel()
    speech = nil
  }

  fileprivate var isOver: Bool { handler == nil }

  fileprivate func add(_ sound: PCM) {
    handler?(.sound(sound))
  }

  fileprivate func end() {
    finish(.end)
  }

  fileprivate func fail(_ reason: String) { finish(.failed(reason)) }

  private func finish(_ step: CueRenderer.Step) {
    let handler = handler
    self.handler = nil
    speech = nil
    handler?(step)
  }
}
