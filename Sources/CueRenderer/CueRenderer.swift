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

  private let synthesizer: SpeechSynthesizer
  private let environment: [String: String]
  private let language = English()
  private var defaultVoice = DefaultVoice.unknown

  private enum DefaultVoice {
    case unknown
    case asked([@EventLoop (String) -> Void])
    case known(String)
  }

  /// - Parameters:
  ///   - executable: the program to start as the speech process; see ``SpeechSynthesizer``.
  ///   - environment: where the locale is looked up that chooses the default voice.
  public init(executable: String = "/proc/self/exe", environment: [String: String]) {
    synthesizer = SpeechSynthesizer(executable: executable)
    self.environment = environment
  }

  /// Starts the speech process and chooses the default voice, so that the first cue need not wait for them.
  public func prepare() { withDefaultVoice { _ in } }

  /// The voice that speaks where none is asked for, once it has been chosen.
  public var voice: String? {
    if case .known(let name) = defaultVoice { name } else { nil }
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
    let chime = event.chimeName.flatMap(Chimes.builtIn)
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
      } else {
        withDefaultVoice { [self] in speak(sentence, voice: $0, into: rendering) }
      }
    }
    return rendering
  }

  private func speak(_ sentence: String, voice: String, into rendering: Rendering) {
    guard !rendering.isOver else { return }
    var isSilent = true
    rendering.speech = synthesizer.speak(Utterance(sentence, voice: voice)) { event in
      switch event {
      case .samples(let sound):
        isSilent = false
        rendering.add(sound)
      case .ended where isSilent: rendering.fail("nothing in its text can be spoken")
      case .ended: rendering.end()
      case .failed(let error): rendering.fail(error.description)
      }
    }
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
    let chosen = voices?.preferred(environment: environment)?.identifier
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
