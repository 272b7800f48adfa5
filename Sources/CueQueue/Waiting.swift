import Cue

/// A cue that has not begun.
struct Waiting: Sendable {
  let cue: Cue
  /// The order of arrival, which decides between cues that are due at the same time.
  let arrival: UInt64
  var phase: Phase

  enum Phase: Sendable {
    case scheduled(for: WallTime, owner: Owner)
    case queued(Turn)
  }

  /// What a cue that is due waits with.
  struct Turn: Equatable, Sendable {
    /// When it became due: its place in the queue.
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
    if case .queued(let turn) = phase { turn } else { nil }
  }

  /// When it will become due; absent: it is.
  var scheduledTime: WallTime? {
    if case .scheduled(let time, _) = phase { time } else { nil }
  }

  var owner: Owner? {
    if case .scheduled(_, let owner) = phase { owner } else { nil }
  }

  var state: CueState {
    switch phase {
    case .scheduled: .scheduled
    case .queued: .queued
    }
  }

  /// Everything that may happen to it merely because time passes.
  ///
  /// - Parameter lead: how long before its time it counts as due.
  func deadlines(lead: Duration) -> [Deadline] {
    switch phase {
    case .queued(let turn): [turn.expires]
    case .scheduled(let time, .connected): [.wall(time - lead)]
    case .scheduled(let time, .gone(let cancelAt)): [.wall(time - lead), .boot(cancelAt)]
    }
  }

  func isAbandoned(at now: Now) -> Bool {
    if case .gone(let cancelAt) = owner { cancelAt <= now.boot } else { false }
  }

  /// Whether it is played before `other` (rule 6). What is due comes before what is not.
  func precedes(_ other: Waiting) -> Bool {
    switch (phase, other.phase) {
    case (.queued(let mine), .queued(let theirs)) where mine.due != theirs.due: mine.due < theirs.due
    case (.scheduled(let mine, _), .scheduled(let theirs, _)) where mine != theirs: mine < theirs
    case (.queued, .scheduled): true
    case (.scheduled, .queued): false
    default: arrival < other.arrival
    }
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
