import Cue

/// The cues that have ended, so that one that is sent again is not heard again (rule 2).
///
/// Bounded: the newest ``limit`` identities of each scope; a session is forgotten ``memory`` after its last cue, and
/// earlier where there are more than ``sessions``.
struct KnownCues: Sendable {
  static let limit = 10_000
  static let sessions = 1_000
  static let memory: Duration = .seconds(24 * 3_600)

  struct Ended: Equatable, Sendable {
    var content: Int
    var state: CueState
    var reason: String?
    /// It was cancelled before it began: nobody heard any of it, and it may be sent anew.
    var mayReturn = false
  }

  private struct Record: Sendable {
    var ended: [String: Ended] = [:]
    /// The ids, the oldest first.
    var order: [String] = []
    var lastUse: BootTime
    /// When the latest of the session's phase cues became due.
    var latestPhase: BootTime?
  }

  private var records: [CueIdentity.Scope: Record] = [:]
  private var openConnections: Set<ConnectionID> = []

  subscript(identity: CueIdentity) -> Ended? { records[identity.scope]?.ended[identity.id] }

  /// What tells two cues of one identity apart. Compared only within this process: the hash is seeded anew in each.
  static func content(of cue: Cue) -> Int { cue.content.hashValue }

  mutating func remember(_ ended: Ended, as identity: CueIdentity, at now: BootTime) {
    if case .connection(let connection) = identity.scope, !openConnections.contains(connection) { return }
    var record = records.removeValue(forKey: identity.scope) ?? Record(lastUse: now)
    if record.ended.updateValue(ended, forKey: identity.id) == nil { record.order.append(identity.id) }
    if record.order.count > Self.limit { record.ended[record.order.removeFirst()] = nil }
    record.lastUse = now
    records[identity.scope] = record
  }

  mutating func open(_ connection: ConnectionID) { openConnections.insert(connection) }

  /// The identities that held within this connection end with it, also those of its cues that have not ended yet.
  mutating func close(_ connection: ConnectionID) {
    openConnections.remove(connection)
    records[.connection(connection)] = nil
  }

  mutating func forgetOldSessions(at now: BootTime) {
    if records.count > Self.sessions, let oldest = records.min(by: { $0.value.lastUse < $1.value.lastUse })?.key {
      records[oldest] = nil
    }
    guard records.contains(where: { now - $0.value.lastUse >= Self.memory }) else { return }
    records = records.filter { now - $0.value.lastUse < Self.memory }
  }

  /// When the latest phase cue of the session became due, if one has.
  func latestPhase(of scope: CueIdentity.Scope) -> BootTime? { records[scope]?.latestPhase }

  mutating func notePhase(of scope: CueIdentity.Scope, due: BootTime, at now: BootTime) {
    let latest = records[scope]?.latestPhase
    records[scope, default: Record(lastUse: now)].latestPhase = latest.map { max($0, due) } ?? due
    records[scope]?.lastUse = now
  }
}
