import CommandLineTool
import Cue
import CueInterface

/// A cue to be sent, as the command line tells it.
struct Delivery: Equatable {
  enum Content: Equatable {
    case event(Event)
    /// What standard input says, after that chime.
    case standardInput(chime: String?)
  }

  var content: Content
  /// Absent: one is made up.
  var id: String?
  var session: String?
  var voice: String?
  /// Absent: at once.
  var at: StartTime?
  /// From the moment at which it is to be heard.
  var expires: Duration?
  /// Follow it to its end.
  var waits = false

  /// Whether it is followed to its end: one that waits for its time belongs to its connection.
  var isFollowed: Bool { waits || at != nil }
}

extension Delivery {
  /// Of the verb `say`.
  init(saying words: ArraySlice<String>, _ arguments: CommandArguments) throws(UsageError) {
    if words.isEmpty { throw UsageError("say: needs a TEXT, or - to read it from standard input") }
    let chime = arguments[.chime]
    try self.init(
      words == ["-"]
        ? .standardInput(chime: chime) : .event(.say(words.joined(separator: " "), chime: chime)),
      arguments)
  }

  /// Of the verb `play`.
  init(playing words: ArraySlice<String>, _ arguments: CommandArguments) throws(UsageError) {
    let names = Event.Kind.playable.map(\.rawValue).joined(separator: ", ")
    guard let word = words.first else { throw UsageError("play: needs an EVENT, one of \(names)") }
    guard let kind = Event.Kind(rawValue: word), Event.Kind.playable.contains(kind) else {
      throw UsageError("\(word): must be one of \(names)")
    }
    if let second = words.dropFirst().first { throw UsageError("\(second): play takes one EVENT") }
    let foreign = Event.Kind.allCases.flatMap(\.options).filter { !kind.options.contains($0) }
    try arguments.allowOnly(Option.allCases.filter { !foreign.contains($0) }, for: "play \(word)")
    try self.init(.event(Event(kind, arguments)), arguments)
  }

  private init(_ content: Content, _ arguments: CommandArguments) throws(UsageError) {
    self.init(
      content: content, id: arguments[.id], session: arguments[.session], voice: arguments[.voice],
      at: try arguments.startTime(), expires: try arguments.expiry(), waits: arguments.has(.wait))
  }
}

extension Event {
  /// - Parameter kind: any but `say`.
  fileprivate init(_ kind: Kind, _ arguments: CommandArguments) throws(UsageError) {
    func number(_ option: Option) throws(UsageError) -> Int { try arguments.requiredInteger(option) }
    func length() throws(UsageError) -> Duration { .seconds(try number(.seconds)) }
    self =
      switch kind {
      case .start: .start(week: try number(.week), day: try number(.day), warmup: try length())
      case .transition: .transition(try arguments.pace(), try length())
      case .warning: .warning
      case .halfway: .halfway
      case .minute: .minute(try number(.count))
      case .cooldown: .cooldown(try length())
      case .complete: .complete(week: try number(.week), day: try number(.day))
      case .paused: .paused
      case .resumed: .resumed
      case .say: preconditionFailure("the verb say makes its event itself")
      }
  }
}

extension CommandArguments {
  fileprivate func pace() throws(UsageError) -> Event.Pace {
    guard let text = self[.interval] else { throw UsageError("--interval: is missing; give run or walk") }
    guard let pace = Event.Pace(rawValue: text) else {
      throw UsageError("--interval: must be run or walk, not \(text)")
    }
    return pace
  }

  fileprivate func startTime() throws(UsageError) -> StartTime? {
    guard let text = self[.at] else { return nil }
    return try StartTime(text)
  }

  /// More than nothing, and at most some thirty years: far from where sums with the wall clock could overflow.
  fileprivate func expiry() throws(UsageError) -> Duration? {
    guard let text = self[.expires] else { return nil }
    let longest = 1_000_000_000.0
    guard let seconds = Double(text), seconds > 0, seconds <= longest else {
      throw UsageError("--expires: must be a number of seconds above 0, up to \(Int(longest)), not \(text)")
    }
    return max(.seconds(seconds), .microseconds(1))
  }
}
