import CLinux
import Glibc

/// The one argument that tells a program to be the speech process: see ``runSpeechWorker()``.
public let speechWorkerArgument = "speech-worker"

/// Is the speech process: answers what comes in over descriptor 3 until the other end is closed.
///
/// A program that speaks calls this before anything else when ``speechWorkerArgument`` is its only argument.
/// espeak-ng has a process of its own because it keeps global state, blocks, and crashes on ordinary text.
public func runSpeechWorker() -> Never {
  confineSpeechWorker()
  SpeechWorker(channel: WorkerChannel(descriptor: workerSocket)).run()
}

/// The descriptor of the socket in the speech process.
let workerSocket: Int32 = 3

/// Answers commands, one after the other.
private final class SpeechWorker {
  private let channel: WorkerChannel
  /// Nil while espeak-ng does not start: each command tries again, since its data may be installed any time.
  private var espeak: Espeak?
  private var hasLimitedFiles = false

  init(channel: WorkerChannel) { self.channel = channel }

  func run() -> Never {
    _ = try? running()
    while true { answer(channel.next()) }
  }

  private func answer(_ command: SpeechCommand) {
    do throws(SpeechFailure) {
      switch command {
      case .speak(let number, let utterance): try speak(number, utterance)
      case .listVoices(let number): channel.send(.voices(number: number, try running().voices()))
      case .listVariants(let number): channel.send(.voices(number: number, try running().variants))
      case .cancel: break  // It came too late: what it is about has ended.
      }
    } catch {
      channel.send(.failure(number: command.number, error))
    }
  }

  private func speak(_ number: UInt32, _ utterance: Utterance) throws(SpeechFailure) {
    // A thousand bytes are a minute of speech, which takes some 50 ms.
    limitProcessorTime(seconds: 10 + utterance.text.utf8.count / 1_000)
    try running().speak(utterance) { [channel] rate, samples in
      channel.send(.samples(number: number, rate: rate, samples))
      return !channel.isCancelled(number)
    }
    channel.send(.end(number: number))
  }

  /// Before espeak-ng starts, because its thread would keep what it had; and not while there are no voices, because
  /// those that are installed later could not be read.
  private func limitFilesOnce() {
    let folder = Espeak.dataFolder
    guard !hasLimitedFiles, access("\(folder)/phontab", R_OK) == 0 else { return }
    hasLimitedFiles = true
    // espeak-ng sets it too, and finds it loaded.
    setlocale(LC_CTYPE, "C.UTF-8")
    limitFiles(to: voiceFiles(in: folder))
  }

  private func running() throws(SpeechFailure) -> Espeak {
    if let espeak { return espeak }
    limitFilesOnce()
    let espeak = try Espeak()
    self.espeak = espeak
    return espeak
  }
}
