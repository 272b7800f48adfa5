import EventLoop
import Sound

/// Part of the answer to ``SpeechSynthesizer/speak(_:handler:)``.
public enum SpeechEvent: Sendable {
  /// The next piece of the sound, never empty.
  case samples(PCM)
  /// All was spoken. Of a text in which nothing can be spoken, this is the only event.
  case ended
  case failed(SpeechError)
}

/// An utterance on its way: see ``SpeechSynthesizer/speak(_:handler:)``.
@EventLoop
public final class SpeechRequest {
  private let request: OpenRequest
  private weak var synthesizer: SpeechSynthesizer?

  init(_ request: OpenRequest, _ synthesizer: SpeechSynthesizer) {
    self.request = request
    self.synthesizer = synthesizer
  }

  /// Stops it. The handler is not called any more.
  public func cancel() {
    request.giveUp()
    synthesizer?.withdraw(request)
  }
}

/// Makes speech of text, with espeak-ng in a process of its own.
///
/// The process starts with the first request, or with ``prepare()``, and is kept. When it crashes, or is silent for
/// ``patience`` while it owes an answer, the request that it worked on fails, another process takes its place, and
/// that one gets all other requests whole. While there is no request, nothing runs and nothing wakes.
///
/// Requests are answered one after the other in the order they were made. Releasing the synthesizer ends the process;
/// what is unanswered then stays so.
@EventLoop
public final class SpeechSynthesizer {
  /// How long the speech process may be silent while it owes an answer. It usually takes a millisecond.
  public static let patience = Duration.seconds(2)

  private let executable: String
  private var worker: WorkerProcess?
  private var waiting: [OpenRequest] = []
  /// What the process is working on.
  private var active: OpenRequest?
  private var lastNumber: UInt32 = 0
  /// Whether another process is to take the place of this one when it has answered.
  private var isOutdated = false
  /// Whether the process owes an answer and ``patience`` is over.
  private var isOverdue = false
  private lazy var patienceTimer = Timer(.boot) { [weak self] in self?.patienceEnded() }

  /// - Parameter executable: the program to start as the speech process; it must call ``runSpeechWorker()`` when it
  ///   is told so. By default this very program.
  public init(executable: String = "/proc/self/exe") {
    self.executable = executable
  }

  isolated deinit {
    worker?.abandon()
    patienceTimer.cancel()
  }

  /// Starts the speech process, so that the first cue need not wait for it. If it cannot start, the next request
  /// tries again and tells why.
  public func prepare() {
    _ = try? runningWorker()
  }

  /// Speaks, after all that was asked for before.
  ///
  /// - Parameter handler: gets any number of `samples`, as soon as they are there, and then exactly one of `ended` and
  ///   `failed`; never before this returns, and never after it was cancelled. The sound begins and ends without silence.
  @discardableResult
  public func speak(
    _ utterance: Utterance, handler: @escaping @EventLoop (SpeechEvent) -> Void
  ) -> SpeechRequest {
    var sound = SpokenSound()
    let request = OpenRequest(.speak(number: nextNumber(), utterance)) { reply in
      switch reply {
      case .samples(let rate, let samples):
        let piece = sound.process(samples, rate: rate)
        if !piece.samples.isEmpty { handler(.samples(piece)) }
      case .ended:
        let rest = sound.finish()
        if !rest.samples.isEmpty { handler(.samples(rest)) }
        handler(.ended)
      case .failed(let error):
        handler(.failed(error))
      case .voices: break  // No answer to this: see SpeechAnswer.isAnswer(to:).
      }
    }
    enqueue(request)
    return SpeechRequest(request, self)
  }

  /// Asks for the voices that can speak: espeak-ng's own, and those MBROLA voices whose data and program are installed.
  ///
  /// - Parameter handler: is never called before this returns.
  public func voices(_ handler: @escaping @EventLoop (Result<[Voice], SpeechError>) -> Void) {
    list(.listVoices(number: nextNumber()), handler)
  }

  private func list(_ command: SpeechCommand, _ handler: @escaping @EventLoop (Result<[Voice], SpeechError>) -> Void) {
    enqueue(
      OpenRequest(command) { reply in
        switch reply {
        case .voices(let voices): handler(.success(voices))
        case .failed(let error): handler(.failure(error))
        case .samples, .ended: break  // No answer to this.
        }
      })
  }

  /// Asks for espeak-ng's variants, which change the sound of its own voices: see ``VoiceCatalogue/variants``.
  ///
  /// - Parameter handler: is never called before this returns.
  public func variants(_ handler: @escaping @EventLoop (Result<[Voice], SpeechError>) -> Void) {
    list(.listVariants(number: nextNumber()), handler)
  }

  /// ``voices(_:)`` for those who wait.
  ///
  /// A continuation is resumed by way of Dispatch, which from then on wakes the process every second: so the daemon
  /// does without.
  public func voices() async throws(SpeechError) -> [Voice] {
    try await withCheckedContinuation { continuation in voices { continuation.resume(returning: $0) } }.get()
  }

  /// Lets another speech process answer the next request: it knows what was installed since this one was started.
  public func renew() {
    isOutdated = active != nil
    guard !isOutdated else { return }
    worker?.abandon()
    worker = nil
    prepare()
  }

  func withdraw(_ request: OpenRequest) {
    waiting.removeAll { $0 === request }
    if request === active { worker?.send(.cancel(number: request.command.number)) }
  }

  private func nextNumber() -> UInt32 {
    lastNumber &+= 1
    return lastNumber
  }

  private func enqueue(_ request: OpenRequest) {
    waiting.append(request)
    advance()
  }

  /// Hands the next request to the process, if that is free.
  private func advance() {
    guard active == nil, !waiting.isEmpty, worker?.isListening != false else { return }
    let request = waiting.removeFirst()
    active = request
    do throws(SpeechError) {
      try start(request)
    } catch {
      // Later, since nobody is told anything before speak() has returned.
      EventLoop.enqueue {
        if self.active === request { self.finish(request, .failed(error)) }
      }
    }
  }

  private func start(_ request: OpenRequest) throws(SpeechError) {
    if case .speak(_, let utterance) = request.command, utterance.text.utf8.count > Utterance.longestText {
      throw .textTooLong(bytes: utterance.text.utf8.count)
    }
    try runningWorker().send(request.command)
    awaitAnswer()
  }

  private func runningWorker() throws(SpeechError) -> WorkerProcess {
    if let worker { return worker }
    let worker = try WorkerProcess(executable: executable) { [weak self] report in self?.take(report) }
    self.worker = worker
    return worker
  }

  private func take(_ report: WorkerProcess.Report) {
    switch report {
    case .answer(let answer): take(answer)
    case .lost(let error): lost(error)
    }
  }

  private func take(_ answer: SpeechAnswer) {
    guard let request = active, answer.isAnswer(to: request.command) else {
      worker?.abandon()
      return lost(.malformedAnswer("nobody asked for it"))
    }
    switch answer {
    case .samples(_, let rate, let samples):
      awaitAnswer()
      request.reply(.samples(rate: rate, samples))
    case .end: finish(request, .ended)
    case .voices(_, let voices): finish(request, .voices(voices))
    case .failure(_, let failure): finish(request, .failed(SpeechError(failure)))
    }
  }

  private func finish(_ request: OpenRequest, _ reply: OpenRequest.Reply) {
    active = nil
    expectNothing()
    if isOutdated { renew() }
    request.reply(reply)
    advance()
  }

  private func lost(_ error: SpeechError) {
    let request = active
    worker = nil
    active = nil
    isOutdated = false
    expectNothing()
    guard let request else { return advance() }
    // One that dies before it was asked anything is not replaced at once, since the next might do the same.
    prepare()
    request.reply(.failed(error))
    advance()
  }

  private func awaitAnswer() {
    isOverdue = false
    patienceTimer.arm(after: Self.patience)
  }

  private func expectNothing() {
    isOverdue = false
    patienceTimer.disarm()
  }

  private func patienceEnded() {
    isOverdue = true
    // After a suspend, or when this process did not run, the answer may be there by now.
    worker?.receive()
    guard isOverdue, let worker, worker.isListening else { return }
    worker.abandon()
    lost(.noAnswer(within: Self.patience))
  }
}

extension SpeechError {
  init(_ failure: SpeechFailure) {
    self =
      switch failure {
      case .unknownVoice(let voice): .unknownVoice(voice)
      case .voiceNotInstalled(let voice): .voiceNotInstalled(voice)
      case .refused(let call, let message): .refused(call: call, message: message)
      }
  }
}
