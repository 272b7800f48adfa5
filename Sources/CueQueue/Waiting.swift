import Cue

/// A cue that has not begun.
struct Waiting: Sendable {
  let cue: Cue
  /// The order of arrival, which decides between cues that are due at the same time.
  let arrival: UInt64
  var phase: Phase

  enum Phase: Sendable {
    case scheduled(for: WallTime, owner: Owner)
    /// Its time comes within the ``CueQueue/lead``: it may begin, and is not due.
    case imminent(Turn)
    case due(Turn)
  }

  /// What a cue that may begin waits with.
  struct Turn: Equatable, Sendable {
    /// When it becomes due, or became it: its place in the queue.
    let due: BootTime
    let expires: Deadline
  }

  /// Who answers for a scheduled cue.
  enum Owner: Sendable {
    case connected(ConnectionID)
    /// The connection is closed; the cue goes at that moment unless it is sent again before.
    case gone(cancelAt: BootTime)
  }

  var turn: Turn? {
    switch phase {
    case .scheduled: nil
    case .imminent(let turn), .due(let turn): turn
    }
  }

  /// When it is to be heard; absent: it may begin.
  var scheduledTime: WallTime? {
    if case .scheduled(let time, _) = phase { time } else { nil }
  }

  var state: CueState {
    switch phase {
    case .scheduled: .scheduled
    case .imminent, .due: .queued
    }
  }

  /// Everything that may happen to it merely because time passes.
  ///
  /// - Parameter lead: how long before its time it counts as due.
  func deadlines(lead: Duration) -> [Deadline] {
    switch phase {
    case .imminent(let turn): [.boot(turn.due), turn.expires]
    case .due(let turn): [turn.expires]
    case .scheduled(let time, .connected): [.wall(time - lead)]
    case .scheduled(let time, .gone(let cancelAt)): [.wall(time - lead), .boot(cancelAt)]
    }
  }

  /// Whether its client had been gone for too long before it might have begun: then nobody wants it any more, also where
  /// both fell into a suspend (rule 9).
  ///
  /// - Parameter lead: how long before its time it may begin.
  func isAbandoned(at now: Now, lead: Duration) -> Bool {
    guard case .scheduled(let time, .gone(let cancelAt)) = phase else { return false }
    return cancelAt <= now.boot && cancelAt < now.boot - (now.wall - time) - lead
  }

  /// Becomes due where its time has come.
  ///
  /// - Returns: whether that has just happened.
  mutating func becomeDue(at now: Now) -> Bool {
    guard case .imminent(let turn) = phase, turn.due <= now.boot else { return false }
    phase = .due(turn)
    return true
  }

  /// Whether it is played before `other` (rule 6). What may begin comes before what may not.
  func precedes(_ other: Waiting) -> Bool {
    switch (turn, other.turn) {
    case (let mine?, let theirs?) where mine.due != theirs.due: return mine.due < theirs.due
    case (_?, nil): return true
    case (nil, _?): return false
    default: break
    }
    if let mine = scheduledTime, let theirs = other.scheduledTime, mine != theirs { return mine < theirs }
    return arrival < other.arrival
  }
}

extension Event.Kind {
  /// How long after it became due a cue of this kind is worth hearing where its sender does not say (rule 4).
  public var patience: Duration {
    switch self {
    case .warning: .seconds(3)
    case .start, .transition, .cooldown: .seconds(30)
    case .complete, .say: .seconds(60)
    case .halfway, .minute, .paused, .resumed: .seconds(20)
    }
  }

  /// Whether a cue of this kind, when it becomes due, makes an earlier one of the other kind pointless (rule 3).
  func supersedes(_ earlier: Event.Kind) -> Bool {
    switch (self, earlier) {
    case (.paused, .paused), (.paused, .resumed), (.resumed, .paused), (.resumed, .resumed): true
    case (_, .paused), (_, .resumed): false
    default: isPhase
    }
  }
}
