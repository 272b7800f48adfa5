import CLinux
import Glibc

/// Why a text was not spoken, or not to its end.
public enum SpeechError: Error, Equatable, Sendable {
  /// No installed voice has this name, or the voice has no such variant.
  case unknownVoice(String)
  /// espeak-ng knows the voice, but its data or the MBROLA program is not installed.
  case voiceNotInstalled(String)
  /// The text has more than ``Utterance/longestText`` bytes.
  case textTooLong(bytes: Int)
  /// espeak-ng refused; what it was asked and what it said.
  case refused(call: String, message: String)
  /// The speech process could not be started; the error number of the system.
  case processNotStarted(executable: String, error: Int32)
  /// The speech process ended by itself: crashed, or was killed by somebody.
  case processEnded(ProcessEnd)
  /// The speech process was silent for this long, and was killed.
  case noAnswer(within: Duration)
  /// The speech process said what is no answer, and was killed.
  case malformedAnswer(String)
  /// Given up by the caller.
  case cancelled
}

extension SpeechError {
  /// Whether another voice could speak.
  public var isMissingVoice: Bool {
    switch self {
    case .unknownVoice, .voiceNotInstalled: true
    default: false
    }
  }
}

/// How a process ended.
public enum ProcessEnd: Equatable, Sendable {
  case status(Int32)
  case signal(Int32)

  /// - Parameter waitStatus: as `waitpid` gives it.
  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .status(waitStatus >> 8 & 0xff) : .signal(signal)
  }
}

extension ProcessEnd: CustomStringConvertible {
  public var description: String {
    switch self {
    case .status(let status): "exited with status \(status)"
    case .signal(let signal):
      "was ended by \(linux_signal_name(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)")"
    }
  }
}

extension SpeechError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownVoice(let voice):
      "there is no voice \"\(voice)\""
    case .voiceNotInstalled(let voice):
      "the voice \"\(voice)\" is not installed: it needs the program mbrola and the voice's data"
    case .textTooLong(let bytes):
      "the text has \(bytes) bytes, more than \(Utterance.longestText)"
    case .refused(let call, let message):
      "espeak-ng: \(call): \(message)"
    case .processNotStarted(let executable, let error):
      "the speech process \(executable) cannot be started: \(String(cString: strerror(error)))"
    case .processEnded(let end):
      "the speech process \(end)"
    case .noAnswer(let patience):
      "the speech process did not answer for \(patience.components.seconds) s"
    case .malformedAnswer(let what):
      "the speech process gave an answer that is none: \(what)"
    case .cancelled:
      "cancelled"
    }
  }
}
