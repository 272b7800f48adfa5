import Cue

// Rule 8: what is accepted is journaled, and a queue that is made from the journal goes on where the other one was.

extension CueQueue {
  /// What has changed since it was asked the last time, to be added to the journal.
  public mutating func takeUnjournaled() -> [JournalRecord] {
    defer { unjournaled.removeAll(keepingCapacity: true) }
    return unjournaled
  }

  /// Hands over everything that the journal must hold, one record after another: enough to take the place of all that
  /// was ever added to it.
  public func forEachJournalRecord<Failure: Error>(
    at now: Now, _ body: (JournalRecord) throws(Failure) -> Void
  ) throws(Failure) {
    try known.forEachJournalRecord(body)
    for entry in (audible.map { [$0.entry] } ?? []) + waiting {
      for record in entry.records(at: now) { try body(record) }
    }
    if let audible, audible.isCancelled {
      try body(JournalRecord(at: now.boot, change: .stopping(audible.cue.identity)))
    }
  }

  /// A queue that knows what another one knew that is no more.
  ///
  /// What played waits again, to be heard whole. The connections are gone, so what they had scheduled is kept for a
  /// while (rule 9), counted from now where they were there to the end. Nothing is reported: call ``advance(to:)``.
  ///
  /// - Parameter records: all that is in the journal, in its order; any, at worst.
  public init(restoring records: [JournalRecord], hasOutput: Bool = true, at now: Now) {
    self.init(hasOutput: hasOutput)
    for record in records { replay(record, at: now) }
    forgetOldSessions(at: now)
    renumberConnections()
    unjournaled = []
  }

  /// Takes over what another queue knew that is no more, where this one has begun without it.
  ///
  /// What this one was told since then counts. Nothing is reported, and all of it is to be journaled: call
  /// ``forEachJournalRecord(at:_:)`` and then ``advance(to:)``.
  ///
  /// - Parameter records: as for ``init(restoring:hasOutput:at:)``.
  public mutating func adopt(_ records: [JournalRecord], at now: Now) {
    let other = CueQueue(restoring: records, at: now)
    let left = other.waiting.filter { state(of: $0.cue.identity) == nil }
    other.known.forEachJournalRecord { record in
      if case .ended(let identity, _) = record.change, state(of: identity) != nil { return }
      replay(JournalRecord(at: now.boot, change: record.change), at: now)
    }
    forgetOldSessions(at: now)
    for entry in left {
      let time = entry.scheduledTime ?? entry.turn.map { now.wall - (now.boot - $0.due) } ?? now.wall
      replay(JournalRecord(at: now.boot, change: .accepted(entry.cue, arrival: arrivals + 1, time: time)), at: now)
      if let turn = entry.turn {
        // What was due becomes due once more, so that phases count which were due since then (rule 3); and at the very
        // moment when it was: by the wall clock it might come out earlier, and be passed by itself.
        let before = min(now.boot, turn.due - .microseconds(1))
        replay(JournalRecord(at: before, change: .due(entry.cue.identity, turn)), at: now)
      }
      if let abandonment = entry.abandonment { replay(abandonment, at: now) }
    }
  }
}

extension CueQueue {
  mutating func note(_ change: JournalRecord.Change, at now: Now) {
    unjournaled.append(JournalRecord(at: now.boot, change: change))
  }

  private mutating func replay(_ record: JournalRecord, at now: Now) {
    switch record.change {
    case .accepted(let cue, let arrival, let time):
      waiting.removeAll { $0.cue.identity == cue.identity }
      // One more than may wait: one may have played.
      guard waiting.count <= Self.limit else { return }
      arrivals = max(arrivals, arrival)
      let owner = Waiting.Owner.gone(cancelAt: now.boot + Self.ghostPatience)
      waiting.append(Waiting(cue: cue, arrival: arrival, phase: .scheduled(for: time, owner: owner)))
    case .due(let identity, let turn):
      guard let index = waiting.firstIndex(where: { $0.cue.identity == identity }) else { return }
      waiting[index].phase = turn.due > record.at ? .imminent(turn) : .due(turn)
    case .abandoned(let identity):
      guard let index = waiting.firstIndex(where: { $0.cue.identity == identity }),
        let time = waiting[index].scheduledTime
      else { return }
      waiting[index].phase = .scheduled(for: time, owner: .gone(cancelAt: record.at + Self.ghostPatience))
    case .stopping(let identity):
      // Part of it was heard, and no more is to be.
      _ = end(.cancelled, reason: nil, at: now) { $0.cue.identity == identity }
    case .ended(let identity, let ended):
      waiting.removeAll { $0.cue.identity == identity }
      known.remember(ended, as: identity, at: record.at)
    case .phase(let session, let due):
      known.notePhase(of: .session(session), due: due, at: record.at)
    }
  }

  /// The numbers of connections begin anew with each daemon: a cue of one that is gone must not be taken for a cue of
  /// one that is there.
  private mutating func renumberConnections() {
    let gone = Set(
      waiting.compactMap { entry -> ConnectionID? in
        if case .connection(let connection) = entry.cue.identity.scope { connection } else { nil }
      })
    let numbers = Dictionary(
      uniqueKeysWithValues: zip(gone.sorted(), 1...).map { ($0, ConnectionID(ConnectionID.firstOfThoseGone + $1)) })
    waiting = waiting.map { entry in
      guard case .connection(let connection) = entry.cue.identity.scope, let number = numbers[connection] else {
        return entry
      }
      return entry.renamed(CueIdentity(entry.cue.identity.id, in: .connection(number)))
    }
  }
}

extension ConnectionID {
  /// No connection that is there ever gets such a number.
  fileprivate static let firstOfThoseGone: UInt64 = 1 << 63
}

extension Waiting {
  /// What brings it about that a queue has it as it is.
  fileprivate func records(at now: Now) -> [JournalRecord] {
    let accepted = JournalRecord.Change.accepted(cue, arrival: arrival, time: scheduledTime ?? now.wall)
    let records = [JournalRecord(at: now.boot, change: accepted)]
    switch phase {
    case .scheduled: return records + [abandonment].compactMap(\.self)
    case .imminent(let turn):
      // Its time may have come without the queue having been told.
      let before = min(now.boot, turn.due - .microseconds(1))
      return records + [JournalRecord(at: before, change: .due(cue.identity, turn))]
    case .due(let turn): return records + [JournalRecord(at: now.boot, change: .due(cue.identity, turn))]
    }
  }

  /// That its connection was closed, if it was, and when.
  fileprivate var abandonment: JournalRecord? {
    guard case .scheduled(_, .gone(let cancelAt)) = phase else { return nil }
    return JournalRecord(at: cancelAt - CueQueue.ghostPatience, change: .abandoned(cue.identity))
  }

  fileprivate func renamed(_ identity: CueIdentity) -> Waiting {
    var cue = cue
    cue.identity = identity
    return Waiting(cue: cue, arrival: arrival, phase: phase)
  }
}
