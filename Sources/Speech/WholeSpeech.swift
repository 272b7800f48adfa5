import EventLoop
import Sound

extension SpeechSynthesizer {
  /// Speaks, and gives the whole sound at once.
  /// - Throws: ``SpeechError/cancelled`` where the task was cancelled, otherwise what went wrong.
  public func pcm(for utterance: Utterance) async throws(SpeechError) -> PCM {
    let collector = Collector()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        collector.start(continuation) { handler in self.speak(utterance, handler: handler) }
      }
    } onCancel: {
      EventLoop.enqueue { collector.cancel() }
    }
    return try result.get()
  }
}

/// Collects the pieces of a speech for somebody who waits for the whole.
@EventLoop
private final class Collector {
  private var sound = PCM()
  private var request: SpeechRequest?
  private var continuation: CheckedContinuation<Result<PCM, SpeechError>, Never>?

  func start(
    _ continuation: CheckedContinuation<Result<PCM, SpeechError>, Never>,
    speak: (@escaping @EventLoop (SpeechEvent) -> Void) -> SpeechRequest
  ) {
    self.continuation = continuation
    request = speak { event in
      switch event {
      case .samples(let piece): self.sound += piece
      case .ended: self.finish(.success(self.sound))
      case .failed(let error): self.finish(.failure(error))
      }
    }
  }

  func cancel() {
    request?.cancel()
    finish(.failure(.cancelled))
  }

  private func finish(_ result: Result<PCM, SpeechError>) {
    continuation?.resume(returning: result)
    continuation = nil
    request = nil
  }
}
