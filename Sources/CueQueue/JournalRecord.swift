import Cue

/// One change of what the queue knows, and when it came about: what a daemon that is started after a crash has to go
/// by (rule 8).
public struct JournalRecord: Equatable, Sendable {
  let at: BootTime
  let change: Change

  enum Change: Equatable, Sendable {
    /// A cue has come, to be heard at that time.
    case accepted(Cue, arrival: UInt64, time: WallTime)
    /// It may begin. Where it becomes due only after the record, another one says when it has.
    case due(CueIdentity, Waiting.Turn)
    /// It was taken back while it played, and is not to be heard again.
    case stopping(CueIdentity)
    case ended(CueIdentity, KnownCues.Ended)
    /// A phase cue of the session became due then.
    case phase(session: String, due: BootTime)
    /// The connection that sent it was closed, and its time is still to come (rule 9).
    case abandoned(CueIdentity)
  }
}

// MARK: - As bytes

extension JournalRecord {
  private enum Kind: UInt8 {
    case accepted = 1
    case due, stopping, ended, phase, abandoned
  }

  func write(to writer: inout JournalWriter) {
    switch change {
    case .accepted(let cue, let arrival, let time):
      start(.accepted, &writer)
      writer.write(cue)
      writer.write(arrival)
      writer.write(time)
    case .due(let identity, let turn):
      start(.due, &writer)
      writer.write(identity)
      writer.write(turn.due)
      writer.write(turn.expires)
    case .stopping(let identity):
      start(.stopping, &writer)
      writer.write(identity)
    case .ended(let identity, let ended):
      start(.ended, &writer)
      writer.write(identity)
      writer.write(ended.content)
      writer.write(byte: ended.state.code)
      writer.write(ended.reason) { $0.write($1) }
      writer.write(byte: ended.mayReturn ? 1 : 0)
    case .phase(let session, let due):
      start(.phase, &writer)
      writer.write(session)
      writer.write(due)
    case .abandoned(let identity):
      start(.abandoned, &writer)
      writer.write(identity)
    }
  }

  private func start(_ kind: Kind, _ writer: inout JournalWriter) {
    writer.write(byte: kind.rawValue)
    writer.write(at)
  }

  init(from reader: inout JournalReader) throws(JournalReader.Malformed) {
    let kind = Kind(rawValue: try reader.byte())
    at = try reader.bootTime()
    change =
      switch kind {
      case .accepted:
        .accepted(try reader.cue(), arrival: try reader.arrival(), time: try reader.wallTime())
      case .due: .due(try reader.identity(), Waiting.Turn(due: try reader.bootTime(), expires: try reader.deadline()))
      case .stopping: .stopping(try reader.identity())
      case .ended: .ended(try reader.identity(), try reader.ended())
      case .phase: .phase(session: try reader.name(), due: try reader.bootTime())
      case .abandoned: .abandoned(try reader.identity())
      case nil: throw JournalReader.Malformed()
      }
    guard reader.isAtEnd else { throw JournalReader.Malformed() }
  }
}

extension CueState {
  /// The final states by numbers of one byte; the others are never written.
  fileprivate var code: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension JournalWriter {
  mutating func write(_ time: BootTime) { write(signed: time.sinceBoot.microseconds) }

  mutating func write(_ time: WallTime) { write(signed: time.microseconds) }

  mutating func write(_ deadline: Deadline) {
    switch deadline {
    case .boot(let time):
      write(byte: 0)
      write(time)
    case .wall(let time):
      write(byte: 1)
      write(time)
    }
  }

  mutating func write(_ identity: CueIdentity) {
    switch identity.scope {
    case .session(let name):
      write(byte: 0)
      write(name)
    case .connection(let connection):
      write(byte: 1)
      write(connection.number)
    }
    write(identity.id)
  }

  mutating func write(_ cue: Cue) {
    write(cue.identity)
    writeContent(of: cue)
    write(cue.expires) { $0.write($1) }
  }

  /// What two cues of one identity must have in common.
  mutating func writeContent(of cue: Cue) {
    write(cue.event)
    write(cue.voice) { $0.write($1) }
    write(cue.at) { $0.write($1) }
  }

  private mutating func write(_ event: Event) {
    write(byte: UInt8(Event.Kind.allCases.firstIndex(of: event.kind) ?? 0))
    switch event {
    case .start(let week, let day, let length):
      write(UInt64(week))
      write(UInt64(day))
      write(UInt64(length.components.seconds))
    case .transition(let pace, let length):
      write(byte: pace == .run ? 0 : 1)
      write(UInt64(length.components.seconds))
    case .minute(let count): write(UInt64(count))
    case .cooldown(let length): write(UInt64(length.components.seconds))
    case .complete(let week, let day):
      write(UInt64(week))
      write(UInt64(day))
    case .say(let text, let chime):
      write(text)
      write(chime) { $0.write($1) }
    case .warning, .halfway, .paused, .resumed: break
    }
  }
}

extension JournalReader {
  /// Far from where sums of times could overflow: 36,000 years either way.
  private static let times = -(Int64(1) << 60)...(Int64(1) << 60)

  private mutating func microseconds() throws(Malformed) -> Int64 {
    let number = try signedNumber()
    guard Self.times.contains(number) else { throw Malformed() }
    return number
  }

  mutating func bootTime() throws(Malformed) -> BootTime { BootTime(.microseconds(try microseconds())) }

  mutating func wallTime() throws(Malformed) -> WallTime { WallTime(microseconds: try microseconds()) }

  /// Far from where counting on could overflow.
  mutating func arrival() throws(Malformed) -> UInt64 { UInt64(try number(in: 0...1 << 60)) }

  mutating func deadline() throws(Malformed) -> Deadline {
    switch try byte() {
    case 0: .boot(try bootTime())
    case 1: .wall(try wallTime())
    default: throw Malformed()
    }
  }

  mutating func name() throws(Malformed) -> String {
    let name = try text()
    guard Event.Limits.name.contains(name.utf8.count) else { throw Malformed() }
    return name
  }

  mutating func identity() throws(Malformed) -> CueIdentity {
    let scope: CueIdentity.Scope =
      switch try byte() {
      case 0: .session(try name())
      case 1: .connection(ConnectionID(try number()))
      default: throw Malformed()
      }
    return CueIdentity(try name(), in: scope)
  }

  mutating func ended() throws(Malformed) -> KnownCues.Ended {
    let content = try number()
    let state = CueState.allCases[try number(in: 0...CueState.allCases.count - 1)]
    guard state.isFinal else { throw Malformed() }
    return KnownCues.Ended(
      content: content, state: state, reason: try optional { reader throws(Malformed) in try reader.text() },
      mayReturn: try number(in: 0...1) == 1)
  }

  mutating func cue() throws(Malformed) -> Cue {
    Cue(
      identity: try identity(), event: try event(),
      voice: try optional { reader throws(Malformed) in try reader.name() },
      at: try optional { reader throws(Malformed) in try reader.wallTime() },
      expires: try optional { reader throws(Malformed) in try reader.wallTime() })
  }

  private mutating func event() throws(Malformed) -> Event {
    switch Event.Kind.allCases[try number(in: 0...Event.Kind.allCases.count - 1)] {
    case .start: .start(week: try week(), day: try day(), warmup: try seconds())
    case .transition: .transition(try number(in: 0...1) == 0 ? .run : .walk, try seconds())
    case .warning: .warning
    case .halfway: .halfway
    case .minute: .minute(try number(in: Event.Limits.minutes))
    case .cooldown: .cooldown(try seconds())
    case .complete: .complete(week: try week(), day: try day())
    case .paused: .paused
    case .resumed: .resumed
    case .say: try say()
    }
  }

  private mutating func week() throws(Malformed) -> Int { try number(in: Event.Limits.week) }
  private mutating func day() throws(Malformed) -> Int { try number(in: Event.Limits.day) }
  private mutating func seconds() throws(Malformed) -> Duration { .seconds(try number(in: Event.Limits.seconds)) }

  private mutating func say() throws(Malformed) -> Event {
    let text = try text()
    let chime = try optional { reader throws(Malformed) in try reader.name() }
    let isChimeAlone = text.isEmpty && chime != nil
    guard isChimeAlone || Event.Limits.text.contains(text.unicodeScalars.count) else { throw Malformed() }
    return .say(text, chime: chime)
  }
}
