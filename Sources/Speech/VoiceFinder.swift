import EventLoop

/// Finds out which voices this machine has, when somebody wants to know: in a speech process that lasts as long as
/// that takes, so that no cue waits for it, and one installed a moment ago is found.
@EventLoop
public final class VoiceFinder {
  public typealias Handler = @EventLoop (Result<VoiceCatalogue, SpeechError>) -> Void

  /// What was found so lately is not looked for again because of a name that is not among it.
  private static let shortestInterval: Duration = .seconds(5)

  /// Called when it has looked.
  public var onFound: (@EventLoop (VoiceCatalogue) -> Void)?

  private let executable: String
  private var found: (catalogue: VoiceCatalogue, time: Int64)?
  private var process: SpeechSynthesizer?
  private var waiting: [Handler] = []

  /// - Parameter executable: the program to start as the speech process; see ``SpeechSynthesizer``.
  public init(executable: String = "/proc/self/exe") { self.executable = executable }

  /// Gives the voices that there are.
  ///
  /// - Parameters:
  ///   - age: what was found so long ago is still good enough; then the handler is called at once.
  ///   - handler: gets an error where no speech process tells.
  public func catalogue(notOlderThan age: Duration, _ handler: @escaping Handler) {
    if let found, .microseconds(Timer.Clock.boot.now - found.time) <= age { return handler(.success(found.catalogue)) }
    waiting.append(handler)
    if process == nil { look() }
  }

  /// Tells whether a name stands for a voice that can speak.
  ///
  /// - Parameter handler: gets nil where it does, and where no speech process tells; called at once where that is known.
  public func look(for name: String, _ handler: @escaping @EventLoop (UnknownVoice?) -> Void) {
    if let found, found.catalogue.find(name) != nil { return handler(nil) }
    catalogue(notOlderThan: Self.shortestInterval) { result in
      guard case .success(let catalogue) = result, catalogue.find(name) == nil else { return handler(nil) }
      handler(UnknownVoice(name: name, nearest: catalogue.nearest(to: name)))
    }
  }

  private func look() {
    let process = SpeechSynthesizer(executable: executable)
    self.process = process
    process.voices { [weak self] voices in
      process.variants { [weak self] variants in
        self?.answer(
          Result { () throws(SpeechError) in
            try VoiceCatalogue(voices: voices.get(), variants: variants.get())
          })
      }
    }
  }

  private func answer(_ result: Result<VoiceCatalogue, SpeechError>) {
    process = nil
    if case .success(let catalogue) = result {
      found = (catalogue, Timer.Clock.boot.now)
      onFound?(catalogue)
    }
    let handlers = waiting
    waiting = []
    for handler in handlers { handler(result) }
  }
}
