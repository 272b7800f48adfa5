import Cue

extension CueQueue {
  /// Whether the cue was sent before, and then its state (rule 2).
  mutating func recognise(_ cue: Cue, from connection: ConnectionID, at now: Now) throws(Refusal) -> Reception? {
    let identity = cue.identity
    if let audible, audible.cue.identity == identity {
      guard audible.cue.content == cue.content else { throw .identityInUse(identity) }
      return Reception(state: .playing, isRepetition: true)
    }
    if let index = waiting.firstIndex(where: { $0.cue.identity == identity }) {
      guard waiting[index].cue.content == cue.content else { throw .identityInUse(identity) }
      if case .scheduled(let time, let owner) = waiting[index].phase {
        waiting[index].phase = .scheduled(for: time, owner: .connected(connection))
        // Its client is back, and that it was gone must not count in the journal any more.
        if case .gone = owner {
          note(.accepted(waiting[index].cue, arrival: waiting[index].arrival, time: time), at: now)
        }
      }
      return Reception(state: waiting[index].state, isRepetition: true)
    }
    guard let ended = known[identity], !ended.mayReturn else { return nil }
    guard ended.content == KnownCues.content(of: cue) else { throw .identityInUse(identity) }
    return Reception(state: ended.state, reason: ended.reason, isRepetition: true)
  }

  /// Forgets the sessions that were used long ago (rule 2).
  mutating func forgetOldSessions(at now: Now) {
    let present = waiting.lazy.map(\.cue.identity.scope)
    let playing = playing?.cue.identity.scope
    known.forgetOldSessions(at: now.boot, sparing: Set(present).union([playing].compactMap(\.self)))
  }

  /// Lets those scheduled cues begin whose time has come, but for the ``lead``.
  mutating func makeImminent(at now: Now) -> [Action] {
    var imminent: [Waiting] = []
    for index in waiting.indices {
      guard let time = waiting[index].scheduledTime, time - now.wall <= lead else { continue }
      let cue = waiting[index].cue
      let due = now.boot - (now.wall - time)
      let expires = cue.expires.map(Deadline.wall) ?? .boot(due + cue.event.kind.patience)
      let turn = Waiting.Turn(due: due, expires: expires)
      waiting[index].phase = .imminent(turn)
      if due > now.boot { note(.due(cue.identity, turn), at: now) }
      imminent.append(waiting[index])
    }
    return imminent.sorted { $0.precedes($1) }.map { .report($0.cue, .queued, reason: nil) }
  }

  /// The cues that have become due, the earliest first. One that was begun for its time is among them.
  mutating func takeDue(at now: Now) -> [Waiting] {
    var due: [Waiting] = []
    if audible != nil, playing?.entry.becomeDue(at: now) == true, let entry = playing?.entry { due.append(entry) }
    for index in waiting.indices where waiting[index].becomeDue(at: now) { due.append(waiting[index]) }
    for entry in due {
      if let turn = entry.turn { note(.due(entry.cue.identity, turn), at: now) }
    }
    return due.sorted { $0.precedes($1) }
  }

  /// Rule 3, for a cue that has just become due: it, or what was due before it, may have lost its point.
  mutating func supersede(around new: Waiting, at now: Now) -> [Action] {
    let (scope, kind) = (new.cue.identity.scope, new.cue.event.kind)
    guard case .session(let session) = scope, let due = new.turn?.due else { return [] }
    if let latest = known.latestPhase(of: scope), due < latest, kind != .paused, kind != .resumed {
      return end(.superseded, reason: "a later phase of its session was due before it came", at: now) {
        $0.arrival == new.arrival
      }
    }
    if kind.isPhase {
      known.notePhase(of: scope, due: due, at: now.boot)
      note(.phase(session: session, due: due), at: now)
    }
    return end(.superseded, reason: "a later cue of its session is due", at: now) {
      $0.cue.identity.scope == scope && $0.turn != nil && $0.precedes(new)
        && kind.supersedes($0.cue.event.kind)
    }
  }

  /// Begins the first of the cues that are due, where nothing plays (rules 1 and 6).
  mutating func beginNext(at now: Now) -> [Action] {
    guard playing == nil, hasOutput else { return [] }
    guard let next = waiting.min(by: { $0.precedes($1) }), next.turn != nil, !isClosing else {
      defer { isSounding = false }
      return isSounding ? [.rest] : []
    }
    waiting.removeAll { $0.arrival == next.arrival }
    playing = Playing(entry: next)
    isSounding = true
    return [.begin(next.cue), .report(next.cue, .playing, reason: nil)]
  }

  /// Ends every waiting cue that matches.
  mutating func end(
    _ state: CueState, reason: String?, mayReturn: Bool = false, at now: Now, where matches: (Waiting) -> Bool
  ) -> [Action] {
    let ending = waiting.filter(matches)
    guard !ending.isEmpty else { return [] }
    waiting.removeAll(where: matches)
    return ending.map { conclude($0.cue, state, reason: reason, mayReturn: mayReturn, at: now) }
  }

  /// Keeps in mind how a cue ended.
  mutating func conclude(
    _ cue: Cue, _ state: CueState, reason: String?, mayReturn: Bool = false, at now: Now
  ) -> Action {
    let content = KnownCues.content(of: cue)
    let ended = KnownCues.Ended(content: content, state: state, reason: reason, mayReturn: mayReturn)
    known.remember(ended, as: cue.identity, at: now.boot)
    note(.ended(cue.identity, ended), at: now)
    return .report(cue, state, reason: reason)
  }
}
