import Cue

/// The cues that have ended, so that one that is sent again is not heard again (rule 2).
///
/// Bounded: the newest ``limit`` identities of each scope, and ``total`` of all, for which the scope with the most gives
/// up its oldest; a session is forgotten ``memory`` after its last cue has ended, and earlier where there are more than
/// ``sessions``.
struct KnownCues: Sendable {
  static let limit = 10_000
  static let total = 50_000
  static let sessions = 1_000
  static let memory: Duration = .seconds(24 * 3_600)
  /// Fewer places in an order that count no more are not worth giving up.
  private static let spare = 16

  struct Ended: Equatable, Sendable {
    var content: UInt64
    var state: CueState
    var reason: String?
    /// It was cancelled before it began: nobody heard any of it, and it may be sent anew.
    var mayReturn = false

    /// Whether some of it may have been heard.
    fileprivate var wasHeard: Bool {
      switch state {
      case .expired, .superseded: false
      default: !mayReturn
      }
    }
  }

  private struct Record: Sendable {
    var ended: [String: (Ended, turn: UInt64)] = [:]
    /// The ids and when each ended, the oldest first. One that ended again is in it again, and only its last place
    /// counts.
    var order: [(id: String, turn: UInt64)] = []
    /// How many of them have been dropped.
    var dropped = 0
    var turns: UInt64 = 0
    var lastUse: BootTime
    /// When the latest of the session's phase cues became due.
    var latestPhase: BootTime?
    /// Whether a cue of it was ever heard, or should have been.
    var wasHeard = false

    mutating func remember(_ ended: Ended, as id: String) {
      wasHeard = wasHeard || ended.wasHeard
      turns += 1
      self.ended[id] = (ended, turns)
      order.append((id, turns))
      keepNewest(limit)
    }

    mutating func keepNewest(_ count: Int) {
      while ended.count > count {
        let oldest = order[dropped]
        dropped += 1
        if ended[oldest.id]?.turn == oldest.turn { ended[oldest.id] = nil }
      }
      // Places that count no more are given up once they are the larger part: each is looked at twice on average.
      guard order.count > 2 * ended.count + spare else { return }
      order = order[dropped...].filter { ended[$0.id]?.turn == $0.turn }
      dropped = 0
    }

    mutating func use(at now: BootTime) { lastUse = max(lastUse, now) }

    /// What has ended, the oldest first.
    func forEach<Failure: Error>(_ body: (String, Ended) throws(Failure) -> Void) throws(Failure) {
      for (id, turn) in order[dropped...] {
        guard let place = ended[id], place.turn == turn else { continue }
        try body(id, place.0)
      }
    }
  }

  private var records: [CueIdentity.Scope: Record] = [:]
  /// Of all scopes.
  private(set) var count = 0
  private var openConnections: Set<ConnectionID> = []
  /// No scope was used last before that.
  private var earliestUse: BootTime?

  subscript(identity: CueIdentity) -> Ended? { records[identity.scope]?.ended[identity.id]?.0 }

  /// What tells two cues of one identity apart, the same in every process: FNV-1a over what is journaled of it.
  static func content(of cue: Cue) -> UInt64 {
    var writer = JournalWriter()
    writer.writeContent(of: cue)
    return writer.bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  mutating func remember(_ ended: Ended, as identity: CueIdentity, at now: BootTime) {
    if case .connection(let connection) = identity.scope, !openConnections.contains(connection) { return }
    change(identity.scope, at: now) { $0.remember(ended, as: identity.id) }
    noteUse(of: identity.scope, at: now)
    if count > Self.total { trimLargest(at: now) }
  }

  /// A tenth of it goes at once, so that the largest is seldom looked for.
  private mutating func trimLargest(at now: BootTime) {
    let sizes = records.lazy.map { (scope: $0.key, size: $0.value.ended.count) }
    guard let largest = sizes.max(by: { $0.size < $1.size }) else { return }
    change(largest.scope, at: now) { $0.keepNewest(largest.size * 9 / 10) }
  }

  private mutating func change(_ scope: CueIdentity.Scope, at now: BootTime, _ body: (inout Record) -> Void) {
    var record = records.removeValue(forKey: scope) ?? Record(lastUse: now)
    count -= record.ended.count
    body(&record)
    count += record.ended.count
    records[scope] = record
  }

  private mutating func forget(_ scope: CueIdentity.Scope) {
    count -= records.removeValue(forKey: scope)?.ended.count ?? 0
  }

  private mutating func noteUse(of scope: CueIdentity.Scope, at now: BootTime) {
    records[scope]?.use(at: now)
    earliestUse = min(earliestUse ?? now, now)
  }

  mutating func open(_ connection: ConnectionID) { openConnections.insert(connection) }

  /// The identities that held within this connection end with it, also those of its cues that have not ended yet.
  mutating func close(_ connection: ConnectionID) {
    openConnections.remove(connection)
    forget(.connection(connection))
  }

  /// What holds within a connection is forgotten with it, and there are only so many connections.
  ///
  /// - Parameter present: the scopes of cues that have not ended, of which none is forgotten.
  mutating func forgetOldSessions(at now: BootTime, sparing present: @autoclosure () -> Set<CueIdentity.Scope>) {
    // Each cue comes by here, and hardly ever is there anything to be done.
    let isAnyOld = earliestUse.map { now - $0 >= Self.memory } ?? false
    guard records.count > Self.sessions || isAnyOld else { return }
    let sessions = records.filter { if case .session = $0.key { true } else { false } }
    guard sessions.count > Self.sessions || isAnyOld else { return }
    let present = present()
    // Of what was heard much can be lost by being forgotten, and only so much can be heard in a time.
    let absent = sessions.filter { !present.contains($0.key) }
      .sorted { ($0.value.wasHeard ? 1 : 0, $0.value.lastUse) < ($1.value.wasHeard ? 1 : 0, $1.value.lastUse) }
    for (index, session) in absent.enumerated()
    where sessions.count - index > Self.sessions || now - session.value.lastUse >= Self.memory {
      forget(session.key)
    }
    earliestUse = records.values.map(\.lastUse).min()
  }

  /// When the latest phase cue of the session became due, if one has.
  func latestPhase(of scope: CueIdentity.Scope) -> BootTime? { records[scope]?.latestPhase }

  mutating func notePhase(of scope: CueIdentity.Scope, due: BootTime, at now: BootTime) {
    let latest = records[scope]?.latestPhase
    records[scope, default: Record(lastUse: now)].latestPhase = latest.map { max($0, due) } ?? due
    noteUse(of: scope, at: now)
  }

  /// Hands over all that is known of sessions. What holds within a connection ends with this process.
  func forEachJournalRecord<Failure: Error>(
    _ body: (JournalRecord) throws(Failure) -> Void
  ) throws(Failure) {
    for (scope, record) in records {
      guard case .session(let session) = scope else { continue }
      if let due = record.latestPhase {
        try body(JournalRecord(at: record.lastUse, change: .phase(session: session, due: due)))
      }
      try record.forEach { id, ended throws(Failure) in
        try body(JournalRecord(at: record.lastUse, change: .ended(CueIdentity(id, in: scope), ended)))
      }
    }
  }
}
