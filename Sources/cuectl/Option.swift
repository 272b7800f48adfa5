import CommandLineTool

/// The options of all verbs. Which of them a verb takes, it says itself.
enum Option: String, CaseIterable {
  case week, day, interval, seconds, count
  case chime, voice, id, session, at, expires, wait
  case all
  case language, quiet
  case json, socket, help, version

  /// As it stands on the command line.
  var word: String { "--\(rawValue)" }

  var commandOption: CommandOption {
    switch self {
    case .week: CommandOption(rawValue, value: "W", help: "the plan's week, 1 to 9")
    case .day: CommandOption(rawValue, value: "D", help: "the week's day, 1 to 3")
    case .interval: CommandOption(rawValue, value: "KIND", help: "what begins: run or walk")
    case .seconds: CommandOption(rawValue, value: "S", help: "how long that lasts")
    case .count: CommandOption(rawValue, value: "N", help: "how many minutes are over")
    case .chime: CommandOption(rawValue, value: "NAME", help: "a chime, by its name")
    case .voice: CommandOption(rawValue, value: "NAME", help: "the voice for this cue, by a name that voices lists")
    case .id: CommandOption(rawValue, value: "ID", help: "the cue's id: sent again, it is not heard again")
    case .session: CommandOption(rawValue, value: "S", help: "the session that the id belongs to")
    case .at: CommandOption(rawValue, value: "TIME", help: "when: +SECONDS, HH:MM[:SS] or YYYY-MM-DDTHH:MM[:SS][ZONE]")
    case .expires: CommandOption(rawValue, value: "SECONDS", help: "not begun so long after, it is never heard")
    case .wait: CommandOption(rawValue, help: "wait for its end; succeed only if it was played")
    case .all: CommandOption(rawValue, help: "every cue, or every cue of the session")
    case .language: CommandOption(rawValue, value: "L", help: "the language, such as en-gb or de, or all; else en")
    case .quiet: CommandOption(rawValue, help: "play no cue")
    case .json: CommandOption(rawValue, help: "print JSON, one object a line")
    case .socket: CommandOption(rawValue, value: "PATH", help: "the daemon's socket, if not $XDG_RUNTIME_DIR/io.cued")
    case .help: CommandOption(rawValue, letter: "h", help: "print this and leave")
    case .version: CommandOption(rawValue, help: "print the version and leave")
    }
  }
}

extension CommandArguments {
  func has(_ option: Option) -> Bool { has(option.rawValue) }
  subscript(option: Option) -> String? { self[option.rawValue] }
  func requiredInteger(_ option: Option) throws(UsageError) -> Int { try requiredInteger(option.rawValue) }

  /// Refuses the options that are not among `options`.
  ///
  /// - Parameter subject: the verb, or the verb and its event.
  func allowOnly(_ options: [Option], for subject: String) throws(UsageError) {
    for name in given where !options.contains(where: { $0.rawValue == name }) {
      throw UsageError("--\(name): has no meaning for \(subject)")
    }
  }
}
