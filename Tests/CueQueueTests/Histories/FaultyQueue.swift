import Cue

@testable import CueQueue

/// A queue as it would be with a ``SeededFault``: what goes into it, what comes out of it or what it holds is changed as
/// the fault would have it. Without one it is the queue itself.
struct FaultyQueue {
  private var queue: CueQueue
  private let fault: SeededFault?
  /// What the fault puts into the journal.
  private var forged: [JournalRecord] = []

  init(_ queue: CueQueue, _ fault: SeededFault?) {
    self.queue = queue
    self.fault = fault
  }

  var present: [(cue: Cue, state: CueState)] { queue.present }
  var wakeup: Wakeup { queue.wakeup }

  var lead: Duration {
    get { queue.lead }
    set { queue.lead = fault == .early ? newValue + .seconds(1) : newValue }
  }

  mutating func receive(
    _ cue: Cue, from connection: ConnectionID, at now: Now
  ) throws(CueQueue.Refusal) -> (reception: CueQueue.Reception, actions: [CueQueue.Action]) {
    var cue = cue
    if fault == .deafToExpiry { cue.expires = nil }
    if fault == .repeating, queue.known[cue.identity] != nil { queue.known = KnownCues() }
    var spare: Waiting?
    if fault == .crowded, queue.waitingCount == CueQueue.limit, queue.state(of: cue.identity) == nil {
      spare = queue.waiting.removeFirst()
    }
    defer { if let spare { queue.waiting.append(spare) } }
    var (reception, actions) = try queue.receive(cue, from: connection, at: now)
    actions = changed(actions, at: now)
    if let (state, reason) = queue.state(of: cue.identity) { (reception.state, reception.reason) = (state, reason) }
    return (reception, actions)
  }

  mutating func advance(to now: Now) -> [CueQueue.Action] { changed(queue.advance(to: now), at: now) }

  mutating func ended(_ identity: CueIdentity, _ outcome: CueQueue.Outcome, at now: Now) -> [CueQueue.Action] {
    if fault == .orderingByArrival { orderByArrival() }
    return changed(queue.ended(identity, outcome, at: now), at: now)
  }

  mutating func setOutput(_ available: Bool, at now: Now) -> [CueQueue.Action] {
    changed(queue.setOutput(available, at: now), at: now)
  }

  mutating func cancel(_ identity: CueIdentity, at now: Now) throws(CueQueue.Refusal) -> [CueQueue.Action] {
    try queue.cancel(identity, at: now)
  }

  mutating func cancelAll(
    at now: Now, where matches: (Cue) -> Bool
  ) -> (count: Int, actions: [CueQueue.Action]) {
    queue.cancelAll(at: now, where: matches)
  }

  mutating func close(_ connection: ConnectionID, at now: Now) {
    if fault != .haunted { queue.close(connection, at: now) }
  }

  mutating func takeUnjournaled() -> [JournalRecord] {
    defer { forged = [] }
    return queue.takeUnjournaled().filter(isJournaled) + forged
  }

  func journalRecords(at now: Now) -> [JournalRecord] { queue.journalRecords(at: now) }
}

// MARK: - Faults

extension FaultyQueue {
  private func isJournaled(_ record: JournalRecord) -> Bool {
    switch (fault, record.change) {
    case (.forgettingEnds, .ended), (.forgettingDepartures, .abandoned): false
    default: true
    }
  }

  /// What the fault makes of what was to be done.
  private mutating func changed(_ actions: [CueQueue.Action], at now: Now) -> [CueQueue.Action] {
    actions.flatMap { [$0] + consequences(of: $0, at: now) }
  }

  private mutating func consequences(of action: CueQueue.Action, at now: Now) -> [CueQueue.Action] {
    switch (fault, action) {
    case (.takingBegunForHeard, .begin(let cue)):
      let ended = KnownCues.Ended(content: 0, state: .played)
      forged.append(JournalRecord(at: now.boot, change: .ended(cue.identity, ended)))
      return []
    case (.countingAhead, .report(let cue, .queued, _)) where cue.event.kind.isPhase:
      guard let due = cue.at.map({ now.boot - (now.wall - $0) }), due > now.boot else { return [] }
      queue.known.notePhase(of: cue.identity.scope, due: due, at: now.boot)
      return []
    case (.supersedingPauses, .report(let cue, .queued, _)) where cue.event.kind.isPhase:
      return queue.end(.superseded, reason: nil, at: now) {
        $0.cue.identity.scope == cue.identity.scope && $0.turn != nil && $0.cue.event.kind.isPausing
      }
    case (.overlapping, .report(let cue, .queued, _)):
      guard let playing = queue.playing?.cue, playing.identity != cue.identity else { return [] }
      return queue.ended(playing.identity, .played(note: nil), at: now).filter { action in
        if case .report(playing, .played, _) = action { false } else { true }
      }
    default: return []
    }
  }

  /// Those that may begin are made to have become due in the order in which they came.
  private mutating func orderByArrival() {
    for index in queue.waiting.indices {
      guard let turn = queue.waiting[index].turn else { continue }
      let due = BootTime(.microseconds(Int64(queue.waiting[index].arrival)))
      queue.waiting[index].phase = .due(Waiting.Turn(due: due, expires: turn.expires))
    }
  }
}

extension Event.Kind {
  fileprivate var isPausing: Bool { self == .paused || self == .resumed }
}
