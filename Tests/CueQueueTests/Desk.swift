import Cue
@testable import CueQueue

/// A queue with its clock, played by hand: what was begun ends when the test says so.
struct Desk {
  var queue = CueQueue()
  var now = Now(boot: BootTime(.seconds(1_000)), wall: WallTime(microseconds: 1_700_000_000_000_000))
  /// Everything that the queue asked for, the oldest first.
  var log: [String] = []
  /// What is on disk.
  var journal: [UInt8] = []
  /// What the output has to do with.
  private var begun: CueIdentity?

  mutating func pass(_ duration: Duration) {
    now.boot = now.boot + duration
    now.wall = now.wall + duration
    carryOut(queue.advance(to: now))
  }

  /// Somebody sets the clock.
  mutating func setWall(_ change: Duration) {
    now.wall = now.wall + change
    carryOut(queue.advance(to: now))
  }

  @discardableResult
  mutating func send(_ cue: Cue, from connection: UInt64 = 1) throws(CueQueue.Refusal) -> CueQueue.Reception {
    let (reception, actions) = try queue.receive(cue, from: ConnectionID(connection), at: now)
    carryOut(actions)
    return reception
  }

  mutating func end(_ outcome: CueQueue.Outcome = .played(note: nil)) {
    guard let ended = begun else { return }
    begun = nil
    carryOut(queue.ended(ended, outcome, at: now))
  }

  mutating func cancel(_ cue: Cue) throws(CueQueue.Refusal) {
    carryOut(try queue.cancel(cue.identity, at: now))
  }

  mutating func output(_ available: Bool) { carryOut(queue.setOutput(available, at: now)) }

  mutating func close(_ connection: UInt64) {
    queue.close(ConnectionID(connection), at: now)
    carryOut([])
  }

  func state(_ cue: Cue) -> CueState? { queue.state(of: cue.identity)?.state }

  /// The daemon is killed, and another one is started with what was journaled.
  mutating func restart(hasOutput: Bool = true) {
    let reading = CueJournal.read(journal)
    queue = CueQueue(restoring: reading.records, hasOutput: hasOutput, at: now)
    journal = CueJournal.bytes(of: queue.journalRecords(at: now))
    carryOut(queue.advance(to: now))
  }

  /// The journal of another daemon is found only now.
  ///
  /// - Parameter slew: by how much the wall clock has gone ahead of the other one until the queue goes on.
  mutating func adopt(_ other: Desk, slew: Duration = .zero) {
    queue.adopt(CueJournal.read(other.journal).records, at: now)
    journal = CueJournal.bytes(of: queue.journalRecords(at: now))
    now.wall = now.wall + slew
    carryOut(queue.advance(to: now))
  }

  private mutating func carryOut(_ actions: [CueQueue.Action]) {
    journal += CueJournal.bytes(of: queue.takeUnjournaled())
    for case .begin(let cue) in actions { begun = cue.identity }
    log += actions.map { action in
      switch action {
      case .begin(let cue): "begin \(cue.identity.id)"
      case .stop(let identity): "stop \(identity.id)"
      case .rest: "rest"
      case .report(let cue, let state, _): "\(cue.identity.id) \(state.rawValue)"
      }
    }
  }
}

extension CueQueue {
  func journalRecords(at now: Now) -> [JournalRecord] {
    var records: [JournalRecord] = []
    forEachJournalRecord(at: now) { records.append($0) }
    return records
  }
}

/// A cue of the session "s" unless another is named.
func cue(
  _ id: String, _ event: Event = .halfway, session: String? = "s", at: WallTime? = nil, expires: WallTime? = nil
) -> Cue {
  let scope = session.map(CueIdentity.Scope.session) ?? .connection(ConnectionID(1))
  return Cue(identity: CueIdentity(id, in: scope), event: event, at: at, expires: expires)
}

let run = Event.transition(.run, .seconds(60))
let walk = Event.transition(.walk, .seconds(90))
