import CommandLineTool
import CueInterface
import Varlink

/// Why the program ends without having done what it was asked for.
struct Failure: Error, Equatable {
  /// For the person, without the program's name.
  var message: String
  var status: Int32

  init(_ message: String, status: Int32 = ExitStatus.failure) {
    self.message = message
    self.status = status
  }

  init(_ error: UsageError) {
    self.init(error.description, status: ExitStatus.usage)
  }

  init(_ error: CueClientError) {
    if case .connection(.nobodyListens(let path)) = error {
      self.init("cued does not run: nobody listens at \(path); whoever sends a cue starts it, as \"cuectl say\" does")
    } else if error.isSilence {
      self.init("cued does not answer: restart it with \(Self.restartCommands)")
    } else if let error = error.invalidField, let word = Self.commandLineWord(for: error.field) {
      self.init("\(word): \(error.reason)", status: ExitStatus.usage)
    } else if error.isOfUnknownVoice {
      self.init(error.description, status: ExitStatus.usage)
    } else {
      self.init(error.description)
    }
  }

  static let restartCommands = "\"systemctl --user restart cued.service\" or \"pkill -KILL -x cued\""

  /// For what a stream of the client's replies throws, or who shows them.
  init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as CueClientError: self.init(error)
    default: self.init("\(error)")
    }
  }

  /// The part of the command line that became a field of the cue: `--seconds` for `cue.seconds`.
  private static func commandLineWord(for field: String) -> String? {
    switch field {
    case "cue.text", "text": "TEXT"
    case "chime": Option.chime.word
    case "cue.at_usec": Option.at.word
    case "cue.expires_usec": Option.expires.word
    case _ where field.hasPrefix("cue."): Option(rawValue: String(field.dropFirst("cue.".count)))?.word
    default: nil
    }
  }
}

extension CueClientError {
  /// Whether the daemon is there and says nothing.
  fileprivate var isSilence: Bool {
    switch self {
    case .call(.closed), .connection(.overrun): true
    default: false
    }
  }
}
