import Cue
import CueQueue

/// Watches what goes into a queue and what comes out of it, and tells which rules were broken.
///
/// It shares no code with the queue: for each cue it keeps what its clients were told, and judges every action by the
/// rules' own words.
struct Checker {
  /// A cue that has not ended.
  struct Live {
    var cue: Cue
    let arrival: Int
    /// When it is to be heard: its own time, or that of its arrival.
    let time: WallTime
    /// Nil: its client was told nothing yet.
    var state: CueState?
    /// By the boot clock, once it may begin.
    var due: BootTime?
    /// In which of the queue's turns it became due.
    var turn: Int?
    var client: ConnectionID
    /// Its client has left, and this is when the cue goes too.
    var abandoned: BootTime?
    var hasBegun = false
    var isStopping = false
  }

  /// One that has.
  struct Past {
    var cue: Cue
    var state: CueState
    var reason: String?
    var mayReturn: Bool
    var end: BootTime
    /// A new cue came when its session might have been forgotten.
    var isDoubtful = false
  }

  /// A cue that may make others pointless.
  struct Due {
    var cue: Cue
    var due: BootTime
    var arrival: Int
    var turn: Int
  }

  private(set) var broken: [String] = []
  private(set) var live: [CueIdentity: Live] = [:]
  var past: [CueIdentity: Past] = [:]
  /// When the last cue of each session ended.
  var lastEnds: [String: BootTime] = [:]
  var becameDue: [Due] = []
  var arrivals = 0
  /// How often the queue was told something.
  var turns = 0
  /// How long before its time a cue may begin.
  var lead: Duration = .zero
  /// One that was taken back before its time, and still takes up the output.
  private(set) var fading: CueIdentity?
  /// Who has sent something and is still connected.
  var open: Set<ConnectionID> = []
  var hasOutput = true
  /// Whether something was begun since the music was given back.
  var isSounding = false
  /// What the driver has just asked for, and therefore may come about.
  var asked: [CueIdentity: CueState] = [:]
  var isOutputLost = false

  mutating func mustBe(_ holds: Bool, _ rule: String) {
    if !holds { broken.append(rule) }
  }

  var isTaken: Bool { playing != nil || fading != nil }

  var playing: Live? { live.values.first { $0.state == .playing } }

  func waitingCount() -> Int { live.values.count { $0.state != .playing } }

  static func sameContent(_ a: Cue, _ b: Cue) -> Bool {
    a.event == b.event && a.voice == b.voice && a.at == b.at
  }
}

// MARK: - What goes in

extension Checker {
  mutating func sent(
    _ cue: Cue, by client: ConnectionID, at now: Now, _ result: Result<CueQueue.Reception, CueQueue.Refusal>
  ) {
    if var known = live[cue.identity] {
      guard Self.sameContent(known.cue, cue) else { return refused(result, .identityInUse(cue.identity)) }
      mustBe(repeated(result)?.state == known.state, "2: a cue is sent again and not answered with its state")
      if known.state == .scheduled { (known.client, known.abandoned) = (client, nil) }
      live[cue.identity] = known
      return
    }
    if let known = past[cue.identity], !known.mayReturn, !isForgotten(known, at: now) {
      guard Self.sameContent(known.cue, cue) else { return refused(result, .identityInUse(cue.identity)) }
      let answer = repeated(result)
      return mustBe(
        answer?.state == known.state && answer?.reason == known.reason,
        "2: a cue that has ended is sent again and begins anew")
    }
    guard waitingCount() < 256 else { return refused(result, .queueFull(limit: 256)) }
    guard case .success(let reception) = result, !reception.isRepetition else {
      return mustBe(mayBeForgotten(cue.identity, at: now), "7: a cue is refused or taken for another: \(result)")
    }
    past[cue.identity] = nil
    doubtWhatIsOld(at: now)
    born(cue, client, at: now)
  }

  mutating func born(_ cue: Cue, _ client: ConnectionID, at now: Now) {
    arrivals += 1
    live[cue.identity] = Live(
      cue: cue, arrival: arrivals, time: cue.at ?? now.wall, client: client)
    open.insert(client)
  }

  func repeated(_ result: Result<CueQueue.Reception, CueQueue.Refusal>) -> CueQueue.Reception? {
    guard case .success(let reception) = result, reception.isRepetition else { return nil }
    return reception
  }

  mutating func refused(
    _ result: Result<CueQueue.Reception, CueQueue.Refusal>, _ refusal: CueQueue.Refusal
  ) {
    guard case .failure(refusal) = result else { return mustBe(false, "2, 7: \(refusal) is not refused: \(result)") }
  }

  /// A session may be forgotten a day after its last cue, at any time from then on.
  func isForgotten(_ known: Past, at now: Now) -> Bool {
    guard case .session(let session) = known.cue.identity.scope, let end = lastEnds[session] else { return false }
    // Not while one of its cues has not ended.
    if live.keys.contains(where: { $0.scope == known.cue.identity.scope }) { return known.isDoubtful }
    return known.isDoubtful || now.boot - end >= .seconds(24 * 3_600)
  }

  mutating func doubtWhatIsOld(at now: Now) {
    for (identity, known) in past where isForgotten(known, at: now) { past[identity]?.isDoubtful = true }
  }

  func mayBeForgotten(_ identity: CueIdentity, at now: Now) -> Bool {
    past[identity].map { isForgotten($0, at: now) } ?? false
  }

  mutating func answered(_ reception: CueQueue.Reception, to cue: Cue) {
    guard !reception.isRepetition else { return }
    let state = live[cue.identity]?.state ?? past[cue.identity]?.state
    mustBe(
      state == reception.state || past[cue.identity] == nil && live[cue.identity] == nil, "the answer is not the state")
  }

  /// What plays is to end so.
  mutating func ask(_ identity: CueIdentity, toBe state: CueState) { asked[identity] = state }

  mutating func cancelling(_ identity: CueIdentity, at now: Now, _ refusal: CueQueue.Refusal?) {
    if let known = live[identity] {
      mustBe(refusal == nil, "a cue that is there cannot be cancelled")
      asked[identity] = known.state == .playing ? nil : .cancelled
    } else if let known = past[identity], !isForgotten(known, at: now) {
      mustBe(refusal == .ended(identity, known.state), "2: cancelling what has ended is not refused so")
    } else if past[identity] == nil {
      mustBe(refusal == .unknown(identity), "cancelling what is unknown is not refused so")
    }
  }

  mutating func closed(_ client: ConnectionID, at now: Now) {
    for (identity, known) in live where known.client == client && known.state == .scheduled && known.abandoned == nil {
      live[identity]?.abandoned = now.boot + .seconds(10)
    }
    open.remove(client)
    past = past.filter { $0.key.scope != .connection(client) }
  }

  mutating func output(_ available: Bool) {
    isOutputLost = hasOutput && !available
    hasOutput = available
    if !available { (isSounding, fading) = (false, nil) }
    if isOutputLost, let playing, playing.isStopping { asked[playing.cue.identity] = .cancelled }
  }
}

extension Checker {
  /// The daemon was killed, and this queue is what the next one begins with.
  ///
  /// - Parameter unsure: what was being journaled: nobody knows whether it was accepted.
  mutating func killed(_ heir: FaultyQueue, at now: Now, unsure: (cue: Cue, sent: Now)?) {
    (open, isSounding, fading) = ([], false, nil)
    past = past.filter { if case .session = $0.key.scope { true } else { false } }
    doubtWhatIsOld(at: now)
    for known in live.values { survive(known, at: now) }
    if let unsure { mayHaveBeenAccepted(unsure.cue, unsure.sent, heir, at: now) }
    renameCuesOfConnections(as: heir)
  }

  mutating func survive(_ known: Live, at now: Now) {
    let identity = known.cue.identity
    switch known.state {
    case .playing where known.isStopping: ends(known, .cancelled, nil, at: now)
    case .playing: live[identity]?.state = .queued
    case .scheduled: live[identity]?.abandoned = known.abandoned ?? now.boot + .seconds(10)
    default: break
    }
  }

  mutating func mayHaveBeenAccepted(_ cue: Cue, _ sent: Now, _ heir: FaultyQueue, at now: Now) {
    let heirs = heir.present.filter { $0.cue.identity.id == cue.identity.id && $0.cue.event == cue.event }
    guard live[cue.identity] == nil, let found = heirs.first else { return }
    born(cue, ConnectionID(0), at: sent)
    open = []
    live[cue.identity]?.state = found.state
    live[cue.identity]?.abandoned = now.boot + .seconds(10)
    if found.state == .queued, let known = live[cue.identity] { mayBegin(known, at: sent) }
  }

  /// The numbers of connections begin anew, and so what is left of those that are gone is under other names.
  mutating func renameCuesOfConnections(as heir: FaultyQueue) {
    var heirs = heir.present
    let orphans = live.values.filter { if case .connection = $0.cue.identity.scope { true } else { false } }
    for orphan in orphans { live[orphan.cue.identity] = nil }
    // Two may be alike but for when they became due.
    let never = BootTime(.seconds(1 << 40))
    for orphan in orphans.sorted(by: { ($0.due ?? never, $0.arrival) < ($1.due ?? never, $1.arrival) }) {
      let place = heirs.firstIndex { candidate in
        guard case .connection = candidate.cue.identity.scope, candidate.state == orphan.state else { return false }
        var cue = orphan.cue
        cue.identity.scope = candidate.cue.identity.scope
        return cue == candidate.cue
      }
      guard let place else { return mustBe(false, "8: a cue of a connection is lost") }
      var known = orphan
      known.cue = heirs.remove(at: place).cue
      live[known.cue.identity] = known
    }
  }
}

// MARK: - What comes out

extension Checker {
  /// The queue has been told something, and what it asks for follows.
  mutating func answers(at now: Now) {
    turns += 1
    for known in live.values { becomesDue(known, at: now) }
  }

  /// What was taken back before its time is silent.
  mutating func faded() { fading = nil }

  mutating func saw(_ action: CueQueue.Action, at now: Now) {
    switch action {
    case .begin(let cue): begins(cue, at: now)
    case .stop(let identity):
      mustBe(live[identity]?.state == .playing, "what does not play is stopped")
      live[identity]?.isStopping = true
      guard let known = live[identity], !isDue(known, at: now) else { return }
      (asked[identity], fading) = (.cancelled, identity)
    case .rest:
      mustBe(!isTaken && isSounding, "the music is given back at the wrong time")
      isSounding = false
    case .report(let cue, let state, let reason): isTold(cue, state, reason, at: now)
    }
  }

  mutating func begins(_ cue: Cue, at now: Now) {
    mustBe(!isTaken, "1: a cue begins while another one plays")
    mustBe(hasOutput, "a cue begins without an output")
    guard let known = live[cue.identity], known.state != .playing else {
      return mustBe(false, "2: a cue begins that is not waiting")
    }
    mustBe(known.due != nil, "5: a cue begins before its time")
    mustBe(!isTooLate(known, at: now), "4: a cue begins too late")
    let earlier = live.values.contains { $0.state == .queued && $0.arrival != known.arrival && precedes($0, known) }
    mustBe(!earlier, "6: a cue begins before one that was due earlier")
    mustBe(
      known.hasBegun || !isOvertaken(known, at: now), "3: a cue begins after a later phase of its session was due")
    live[cue.identity]?.state = .playing
    live[cue.identity]?.hasBegun = true
    isSounding = true
  }

  mutating func isTold(_ cue: Cue, _ state: CueState, _ reason: String?, at now: Now) {
    guard let known = live[cue.identity] else { return mustBe(false, "\(state) is told of a cue that has ended") }
    switch state {
    case .scheduled:
      mustBe(known.state == nil && known.time > now.wall, "5: a cue is scheduled that is due")
      live[cue.identity]?.state = .scheduled
    case .queued where known.state == .playing:
      mustBe(isOutputLost && !known.isStopping, "8: what plays waits again without a reason")
      live[cue.identity]?.state = .queued
    case .queued:
      mustBe(known.time - lead <= now.wall, "5: a cue is due before its time")
      mustBe(known.abandoned.map { $0 >= mayBegin(known, as: now) } ?? true, "9: a ghost becomes due")
      mayBegin(known, at: now)
    case .playing: mustBe(known.state == .playing, "playing is told of a cue that was not begun")
    case .superseded:
      mustBe(becameDue.contains { isPointless(known, after: $0) }, "3: a cue is superseded by nothing")
      mustBe(known.state == .queued && isDue(known, at: now), "3: a cue is superseded that was not due")
      ends(known, state, reason, at: now)
    case .expired:
      mustBe(isTooLate(known, at: now) && known.state == .queued, "4: a cue expires too early")
      ends(known, state, reason, at: now)
    case .cancelled where asked[cue.identity] == nil:
      let isAbandoned = known.abandoned.map { $0 <= now.boot && $0 < mayBegin(known, as: now) } ?? false
      mustBe(isAbandoned && known.state == .scheduled, "9: a cue is cancelled that nobody has cancelled")
      ends(known, state, reason, at: now)
    case .played, .failed, .cancelled:
      mustBe(asked[cue.identity] == state, "\(state) is told of a cue that has not ended so")
      ends(known, state, reason, at: now)
    }
  }

  mutating func mayBegin(_ known: Live, at now: Now) {
    var known = known
    known.state = .queued
    known.due = now.boot - (now.wall - known.time)
    live[known.cue.identity] = known
    becomesDue(known, at: now)
  }

  mutating func becomesDue(_ known: Live, at now: Now) {
    guard known.turn == nil, let due = known.due, isDue(known, at: now) else { return }
    live[known.cue.identity]?.turn = turns
    guard (Self.phases + Self.pausing).contains(known.cue.event.kind) else { return }
    becameDue.append(Due(cue: known.cue, due: due, arrival: known.arrival, turn: turns))
  }

  mutating func ends(_ known: Live, _ state: CueState, _ reason: String?, at now: Now) {
    let identity = known.cue.identity
    live[identity] = nil
    asked[identity] = nil
    if case .connection(let connection) = identity.scope, !open.contains(connection) { return }
    if case .session(let session) = identity.scope { lastEnds[session] = now.boot }
    let wasHeard = known.state == .playing && isDue(known, at: now)
    past[identity] = Past(
      cue: known.cue, state: state, reason: reason, mayReturn: state == .cancelled && !wasHeard, end: now.boot)
  }
}
