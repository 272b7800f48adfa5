import CommandLineTool
import Cue
import CueInterface
import Settings

/// What a command line asks for. Nothing has happened yet.
struct Invocation: Equatable {
  enum Request: Equatable {
    /// Of a verb, or in general.
    case help(Verb?)
    /// What can be set there.
    case helpAbout(Setting)
    case version
    case deliver(Delivery)
    case cancel(Cues.Cancel.Parameters.Target)
    case status
    case monitor
    case voices(language: String?)
    case preview(Voices.Preview.Parameters)
    case doctor(isQuiet: Bool)
    case settings(SettingsRequest)
  }

  var request: Request
  /// The daemon's socket, where it is not the standard one.
  var socket: String?
  var isJSON = false
}

extension Invocation {
  /// - Parameter words: the words after the program's name.
  init(_ words: some Sequence<String>) throws(UsageError) {
    let arguments = try CommandArguments(words, options: Option.allCases.map(\.commandOption))
    request = try Request(arguments)
    socket = arguments[.socket]
    isJSON = arguments.has(.json)
  }
}

extension Invocation.Request {
  private static var verbs: String { Verb.allCases.map(\.rawValue).joined(separator: ", ") }

  fileprivate init(_ arguments: CommandArguments) throws(UsageError) {
    guard let word = arguments.operands.first else {
      self = try Self.withoutVerb(arguments)
      return
    }
    guard let verb = Verb(rawValue: word) else { throw UsageError("\(word): is no verb; give one of \(Self.verbs)") }
    try arguments.allowOnly(verb.options, for: verb.rawValue)
    let operands = arguments.operands.dropFirst()
    self =
      switch verb {
      case _ where arguments.has(.help): Self.help(verb, operands)
      case .say: .deliver(try Delivery(saying: operands, arguments))
      case .play: .deliver(try Delivery(playing: operands, arguments))
      case .cancel: .cancel(try Self.target(operands, arguments))
      case .status: try Self.withoutOperands(.status, operands, verb)
      case .monitor: try Self.withoutOperands(.monitor, operands, verb)
      case .voices: try Self.withoutOperands(.voices(language: arguments[.language]), operands, verb)
      case .doctor: try Self.withoutOperands(.doctor(isQuiet: arguments.has(.quiet)), operands, verb)
      case .preview: .preview(try Self.preview(operands, chime: arguments[.chime]))
      case .get: .settings(try SettingsRequest(getting: operands))
      case .set: .settings(try SettingsRequest(setting: operands))
      case .unset: .settings(try SettingsRequest(unsetting: operands))
      case .chimes: .settings(try SettingsRequest(chimes: operands))
      }
  }

  private static func preview(
    _ operands: ArraySlice<String>, chime: String?
  ) throws(UsageError) -> Voices.Preview.Parameters {
    switch (operands.first, chime) {
    case (nil, nil): throw UsageError("preview: needs a VOICE, or --chime NAME")
    case (_?, _?): throw UsageError("preview: takes a VOICE or --chime, not both")
    case (nil, let chime?): return .chime(chime)
    case (let voice?, nil):
      let words = operands.dropFirst()
      return .voice(voice, text: words.isEmpty ? nil : words.joined(separator: " "))
    }
  }

  private static func help(_ verb: Verb, _ operands: ArraySlice<String>) -> Self {
    guard verb == .set, let setting = operands.first.flatMap({ try? Setting.named($0) }) else { return .help(verb) }
    return .helpAbout(setting)
  }

  private static func withoutVerb(_ arguments: CommandArguments) throws(UsageError) -> Self {
    if arguments.has(.help) { return .help(nil) }
    if arguments.has(.version) { return .version }
    throw UsageError("the verb is missing; give one of \(verbs)")
  }

  private static func withoutOperands(
    _ request: Self, _ operands: ArraySlice<String>, _ verb: Verb
  ) throws(UsageError) -> Self {
    if let operand = operands.first { throw UsageError("\(operand): \(verb.rawValue) takes options only") }
    return request
  }

  private static func target(
    _ operands: ArraySlice<String>, _ arguments: CommandArguments
  ) throws(UsageError) -> Cues.Cancel.Parameters.Target {
    switch (operands.first, arguments.has(.all)) {
    case (nil, false): throw UsageError("cancel: needs the ID of a cue, or --all")
    case (_?, true): throw UsageError("cancel: takes an ID or --all, not both")
    case (nil, true): return .all(session: arguments[.session])
    case (let id?, false):
      if let second = operands.dropFirst().first { throw UsageError("\(second): cancel takes one ID") }
      return .cue(id: id, session: arguments[.session])
    }
  }
}
