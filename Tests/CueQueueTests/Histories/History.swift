import Cue
import CueQueue

/// Something that happens to a daemon. Where a step has no meaning any more, because one before it was left out,
/// nothing happens.
enum Step: Sendable {
  /// A client sends a cue.
  case send(Message)
  /// A client sends so many.
  case sendMany(Int)
  /// The daemon is killed while it journals a cue, after so many per cent of the bytes.
  case killInWrite(Message, percent: Int)
  /// What plays has ended, or is silent if it was to be stopped.
  case end(CueQueue.Outcome)
  case pass(Duration)
  /// The machine sleeps: nothing is woken meanwhile.
  case suspend(Duration)
  case setWallClock(Duration)
  case cancel(Message)
  case cancelSession(String)
  case close(client: Int)
  case output(Bool)
  /// The daemon is killed, and another one is there after this time.
  case kill(away: Duration)
  /// The output wants to have cues so long before their time.
  case lead(Duration)
}

/// A cue as a client sends it, which may do so more than once.
struct Message: Sendable {
  var client: Int
  var id: Int
  var session: String?
  var event: Event
  /// After the history's beginning.
  var at: Duration?
  var expires: Duration?
}

extension History {
  static let begin = Now(boot: BootTime(.seconds(100_000)), wall: WallTime(microseconds: 1_700_000_000_000_000))
}

/// Steps made up at random, with the likelihoods at which rules are broken.
struct History {
  private(set) var steps: [Step] = []
  private var random: Generator
  /// About how much time has passed.
  private var time: Duration = .zero
  private var messages: [Message] = []

  init(seed: UInt64) {
    random = Generator(seed: seed)
    let isCrowded = chance(of: 200)
    if chance(of: 2) { steps.append(.lead(milliseconds(100...1_000))) }
    for _ in 0..<Int.random(in: 5...60, using: &random) { steps.append(step(isCrowded)) }
  }

  private mutating func chance(of number: Int) -> Bool { Int.random(in: 0..<number, using: &random) == 0 }

  private mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(Int.random(in: range, using: &random))
  }

  private mutating func step(_ isCrowded: Bool) -> Step {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<44:
      return isCrowded && chance(of: 4) ? .sendMany(Int.random(in: 60...140, using: &random)) : .send(message())
    case 44..<64: return .end(chance(of: 5) ? .failed("it broke") : .played(note: nil))
    case 64..<77: return pass()
    case 77..<79: return .setWallClock(milliseconds(-20_000...20_000))
    case 79..<86: return messages.isEmpty ? pass() : .cancel(known())
    case 86..<87: return .cancelSession("s")
    case 87..<91: return .close(client: Int.random(in: 0..<3, using: &random))
    case 91..<95: return .output(!chance(of: 3))
    case 95..<96:
      let message = Message(client: 0, id: 1_000 + steps.count, session: "s", event: .minute(7))
      return .killInWrite(message, percent: Int.random(in: 0...100, using: &random))
    default: return .kill(away: chance(of: 2) ? .zero : milliseconds(0...15_000))
    }
  }

  private mutating func pass() -> Step {
    let length =
      switch Int.random(in: 0..<20, using: &random) {
      case 0: milliseconds(30_000...90_000)
      case 1: Duration.seconds(25 * 3_600)
      case 2..<8: milliseconds(2_000...25_000)
      default: milliseconds(0...2_000)
      }
    time += length
    return chance(of: 8) ? .suspend(length) : .pass(length)
  }

  /// One that was sent before, from the same client or another one.
  private mutating func known() -> Message {
    var message = messages[max(0, messages.count - 8)...].randomElement(using: &random)!
    message.client = Int.random(in: 0..<3, using: &random)
    return message
  }

  private mutating func message() -> Message {
    if !messages.isEmpty, chance(of: 4) {
      var message = known()
      if chance(of: 4) { message.event = .minute(Int.random(in: 1...3, using: &random)) }
      return message
    }
    var message = Message(
      client: Int.random(in: 0..<3, using: &random), id: messages.count,
      session: ["s", "s", "s", "t", nil].randomElement(using: &random)!, event: event())
    if chance(of: 3) { message.at = time + milliseconds(-3_000...20_000) }
    if chance(of: 5) { message.expires = (message.at ?? time) + milliseconds(1...30_000) }
    messages.append(message)
    return message
  }

  private mutating func event() -> Event {
    let events: [Event] = [
      .start(week: 1, day: 1, warmup: .seconds(300)), run, walk, .cooldown(.seconds(60)), .complete(week: 1, day: 1),
      .warning, .halfway, .minute(5), .say("x", chime: nil), .paused, .resumed, .paused, .resumed, .halfway, .warning,
    ]
    return events.randomElement(using: &random)!
  }
}
