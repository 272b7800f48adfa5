import CommandLineTool
import Cue
import Settings

/// What can be asked for.
enum Verb: String, CaseIterable {
  case say, play, cancel, status, monitor, voices, preview, get, set, unset, chimes, doctor

  var options: [Option] {
    switch self {
    case .say: [.chime] + Self.ofCues + Self.ofAll
    case .play: [.week, .day, .interval, .seconds, .count] + Self.ofCues + Self.ofAll
    case .cancel: [.all, .session] + Self.ofAll
    case .voices: [.language] + Self.ofAll
    case .preview: [.chime] + Self.ofAll
    case .doctor: [.quiet] + Self.ofAll
    case .status, .monitor, .get, .set, .unset, .chimes: Self.ofAll
    }
  }

  private static let ofCues: [Option] = [.voice, .id, .session, .at, .expires, .wait]
  private static let ofAll: [Option] = [.json, .socket, .help]
}

extension Event.Kind {
  /// Those for `play`; `say` is a verb of its own.
  static let playable = allCases.filter { $0 != .say }

  /// The options that only this event has. It needs all of them.
  var options: [Option] {
    switch self {
    case .start: [.week, .day, .seconds]
    case .transition: [.interval, .seconds]
    case .minute: [.count]
    case .cooldown: [.seconds]
    case .complete: [.week, .day]
    case .warning, .halfway, .paused, .resumed, .say: []
    }
  }
}

// MARK: - Help

extension Verb {
  private var synopsis: String {
    switch self {
    case .say: "say TEXT|- [OPTION ...]"
    case .play: "play EVENT [OPTION ...]"
    case .cancel: "cancel ID|--all [OPTION ...]"
    case .status: "status [OPTION ...]"
    case .monitor: "monitor [OPTION ...]"
    case .voices: "voices [OPTION ...]"
    case .preview: "preview VOICE [TEXT]|--chime NAME"
    case .doctor: "doctor [OPTION ...]"
    case .get: "get [NAME] [OPTION ...]"
    case .set: "set NAME VALUE [OPTION ...]"
    case .unset: "unset NAME [OPTION ...]"
    case .chimes: "chimes on|off [OPTION ...]"
    }
  }

  private var summary: String {
    switch self {
    case .say: "say a text over the music"
    case .play: "play the cue of a workout's event"
    case .cancel: "take a cue back, or all of them"
    case .status: "what the daemon does, and with what"
    case .monitor: "every cue's states, and every change of output and settings, as they come"
    case .get: "what is set, or how one thing is"
    case .set: "set something, from the next cue on"
    case .unset: "have something as where nothing is set"
    case .chimes: "have chimes, or none, ticks included"
    case .voices: "the voices that can speak, the best first"
    case .preview: "what a voice or a chime sounds like"
    case .doctor: "why nothing is heard, and what to do"
    }
  }

  private var explanation: String {
    switch self {
    case .say:
      """
      Says a text, after a chime if one is named. Several words are joined by spaces; "-"
      reads the text from standard input. Starts cued where it does not run.

      \(Self.aboutTime)
      """
    case .play:
      """
      Plays the cue of an event, and starts cued where it does not run. The events, with
      the options that each needs:

      \(Event.Kind.playable.map { "  \($0.synopsis)" }.joined(separator: "\n"))

      \(Self.aboutTime)
      """
    case .cancel:
      """
      Takes back the cue with that id, of the session or else of none; or with --all every
      cue, of the session or else of all. One that plays fades out.
      """
    case .status: "Tells what the daemon does, and with what. Fails where it does not run."
    case .monitor:
      """
      Prints the output and every cue that waits or plays, then each change of them, until
      it is interrupted (Ctrl-C). Where the daemon leaves, it waits for the next one, and
      begins anew with it.
      """
    case .voices:
      """
      Lists the voices that can speak here, English ones unless a language is named: the one
      that is set first, with a star, then the best. A variant changes a voice's sound, and
      is named behind it, as in en-us+f3.
      """
    case .preview:
      """
      Plays a voice, saying the TEXT or else a sentence of a workout, or with --chime a chime,
      over the music and in its turn with the cues. Nothing is set by it.
      """
    case .doctor:
      """
      Looks at all that is needed for a cue to be heard, a line for each: ok, warning or
      failure, and what to do. Then it plays a cue. Starts cued where it does not run. Fails
      where anything is a failure.
      """
    case .get:
      """
      Prints every setting, its value and where that comes from; of one NAME, the value
      alone. What can be set:

      \(Setting.table)
      """
    case .set:
      """
      Sets something, from the next cue on, also of those that wait. Several at once, each a
      NAME and a VALUE, are set all or none. "cuectl set NAME --help" tells of one. What can
      be set:

      \(Setting.table)
      """
    case .unset:
      """
      From the next cue on, what holds where nothing is set. What can be set:

      \(Setting.table)
      """
    case .chimes:
      """
      The same as "cuectl set chimes":

      \(Setting.chimes.words.map { "  \($0)" }.joined(separator: "\n"))
      """
    }
  }

  private static let aboutTime = """
    With --at it stays until the cue has ended, since one that waits for its time ends with
    whoever sent it. Ctrl-C takes the cue back.
    """

  var help: String {
    """
    usage: cuectl \(synopsis)

    \(explanation)

    \(options.map(\.commandOption).help)
    """
  }

  fileprivate static var table: String {
    let width = allCases.map(\.synopsis.count).max() ?? 0
    return allCases.map { "  \($0.synopsis.padded(to: width))  \($0.summary)" }.joined(separator: "\n")
  }
}

extension Event.Kind {
  fileprivate var synopsis: String {
    let words = options.map { "\($0.word) \($0.commandOption.value ?? "")" }
    return ([rawValue] + words).joined(separator: " ")
  }
}

extension Setting {
  fileprivate static var table: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { "  \($0.name.padded(to: width))  \($0.expected)" }.joined(separator: "\n")
  }

  var help: String {
    """
    usage: cuectl set \(name) VALUE

    \(meaning)

    It is \(expected)\(standard.map { "; \($0) where nothing is set" } ?? "").
    \(words.map { "\n  \($0)" }.joined())
    """
  }
}

var generalHelp: String {
  """
  usage: cuectl VERB [OPTION ...]

  Sends cues to cued, which says them over the music.

  \(Verb.table)

  \([Option.help, .version].map(\.commandOption).help)

  "cuectl VERB --help" lists the options of a verb. The exit status is 0 on success, 1 where
  what was asked for could not be done, 2 where the command line is wrong.
  """
}
