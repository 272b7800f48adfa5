import Cue

/// Decides which cue is played next, once, and which is not worth playing any more.
///
/// A value without a clock, a socket or a sound: what happens goes in as a call with the present time, what is to be
/// done comes out as a list of actions, to be carried out in their order. Whoever drives it calls ``advance(to:)`` at
/// ``wakeup``, at the latest, and journals ``takeUnjournaled()`` before anybody hears what has changed.
public struct CueQueue: Sendable {
  /// The number of cues that may wait (rule 7).
  public static let limit = 256
  /// How long a scheduled cue outlives the connection that sent it (rule 9).
  public static let ghostPatience: Duration = .seconds(10)

  /// What the driver is to do.
  public enum Action: Equatable, Sendable {
    /// Play this cue; then say ``ended(_:_:at:)``.
    case begin(Cue)
    /// Fade out what plays; then say that it ended.
    case stop(CueIdentity)
    /// Nothing follows for now: give the music back.
    case rest
    /// Tell everyone who follows this cue.
    case report(Cue, CueState, reason: String?)
  }

  /// The answer to a cue that was sent.
  public struct Reception: Equatable, Sendable {
    public var state: CueState
    public var reason: String?
    /// It was known already; nothing has changed.
    public var isRepetition = false
  }

  public enum Refusal: Error, Equatable, Sendable {
    /// As many cues wait as may.
    case queueFull(limit: Int)
    /// The identity is another cue's.
    case identityInUse(CueIdentity)
    /// Nothing that waits or plays has this identity, and nothing had it lately.
    case unknown(CueIdentity)
    /// The cue reached its final state before.
    case ended(CueIdentity, CueState)
  }

  /// How a cue that was begun has ended.
  public enum Outcome: Equatable, Sendable {
    /// To its last sample. The note says where the person cannot have heard it.
    case played(note: String?)
    /// Because it was to be stopped.
    case stopped
    /// Its time was over before any of it was heard, as after the machine was suspended.
    case missed
    case failed(String)
  }

  struct Playing: Sendable {
    /// As it waited before it was begun, but that it may have become due since.
    var entry: Waiting
    var isCancelled = false
    /// It was cancelled before its time, which is a ``lead`` after it was begun: nobody heard any of it. So it has
    /// ended for everyone, and its identity may be another cue's; only the output is still taken up by it.
    var isWithdrawn = false

    var cue: Cue { entry.cue }
  }

  var waiting: [Waiting] = []
  var playing: Playing?
  var known = KnownCues()
  var arrivals: UInt64 = 0
  /// Whether something was begun since the last ``Action/rest``.
  var isSounding = false
  /// What is to be journaled and was not taken yet.
  var unjournaled: [JournalRecord] = []

  /// How long before its time a scheduled cue is begun, so that it is heard on time (rule 5). Until its time it is
  /// rendered, and handed to the output; it makes no other cue pointless (rule 3).
  public var lead: Duration = .zero

  /// Nothing is begun any more: what waits is left to the next daemon.
  public var isClosing = false

  /// Whether anything can be heard. While nothing can, cues wait.
  public internal(set) var hasOutput: Bool

  public init(hasOutput: Bool = true) { self.hasOutput = hasOutput }
}

// MARK: - What happens

extension CueQueue {
  /// A cue arrives. The queue has been advanced to this time before.
  ///
  /// - Throws: ``Refusal/queueFull(limit:)`` or ``Refusal/identityInUse(_:)``, and then nothing has changed.
  public mutating func receive(
    _ cue: Cue, from connection: ConnectionID, at now: Now
  ) throws(Refusal) -> (reception: Reception, actions: [Action]) {
    if let reception = try recognise(cue, from: connection, at: now) { return (reception, []) }
    guard waiting.count < Self.limit else { throw .queueFull(limit: Self.limit) }
    forgetOldSessions(at: now)
    known.open(connection)
    arrivals += 1
    let time = cue.at ?? now.wall
    note(.accepted(cue, arrival: arrivals, time: time), at: now)
    waiting.append(
      Waiting(cue: cue, arrival: arrivals, phase: .scheduled(for: time, owner: .connected(connection))))
    let actions = (time > now.wall ? [.report(cue, .scheduled, reason: nil)] : []) + advance(to: now)
    let (state, reason) = self.state(of: cue.identity)!
    return (Reception(state: state, reason: reason), actions)
  }

  /// Time has passed: cues become due, expire or are given up, and the next one begins.
  public mutating func advance(to now: Now) -> [Action] {
    let lead = lead
    var actions = end(.cancelled, reason: "its client has left", mayReturn: true, at: now) {
      $0.isAbandoned(at: now, lead: lead)
    }
    actions += makeImminent(at: now)
    for entry in takeDue(at: now) { actions += supersede(around: entry, at: now) }
    actions += end(.expired, reason: "its turn did not come in time", at: now) {
      $0.turn?.expires.isReached(at: now) ?? false
    }
    return actions + beginNext(at: now)
  }

  /// What was begun has ended.
  public mutating func ended(_ identity: CueIdentity, _ outcome: Outcome, at now: Now) -> [Action] {
    guard let ended = playing?.cue, ended.identity == identity else { return [] }
    let isWithdrawn = playing?.isWithdrawn ?? false
    if outcome == .missed, let missed = playing, !missed.isCancelled {
      playing = nil
      waiting.append(missed.entry)
      return [.report(ended, .queued, reason: "its time was over before it was heard")] + advance(to: now)
    }
    playing = nil
    if isWithdrawn { return advance(to: now) }
    let report =
      switch outcome {
      case .played(let note): conclude(ended, .played, reason: note, at: now)
      case .stopped, .missed: conclude(ended, .cancelled, reason: nil, at: now)
      case .failed(let reason): conclude(ended, .failed, reason: reason, at: now)
      }
    return [report] + advance(to: now)
  }

  /// The output is lost, or there again. What played is played again from its beginning while it is worth hearing.
  public mutating func setOutput(_ available: Bool, at now: Now) -> [Action] {
    hasOutput = available
    guard !available else { return advance(to: now) }
    isSounding = false
    guard let interrupted = playing else { return advance(to: now) }
    playing = nil
    if interrupted.isWithdrawn { return advance(to: now) }
    if interrupted.isCancelled {
      return [conclude(interrupted.cue, .cancelled, reason: nil, at: now)] + advance(to: now)
    }
    waiting.append(interrupted.entry)
    return [.report(interrupted.cue, .queued, reason: "the output was lost")] + advance(to: now)
  }

  /// Takes one cue back.
  ///
  /// - Throws: ``Refusal/unknown(_:)`` or ``Refusal/ended(_:_:)``.
  public mutating func cancel(_ identity: CueIdentity, at now: Now) throws(Refusal) -> [Action] {
    let (count, actions) = cancelAll(at: now) { $0.identity == identity }
    if count > 0 || audible?.cue.identity == identity { return actions }
    guard let ended = known[identity] else { throw .unknown(identity) }
    throw .ended(identity, ended.state)
  }

  /// Takes back every cue that matches, the one that plays too. What is being stopped already does not count.
  public mutating func cancelAll(at now: Now, where matches: (Cue) -> Bool) -> (count: Int, actions: [Action]) {
    var actions = end(.cancelled, reason: nil, mayReturn: true, at: now) { matches($0.cue) }
    guard let playing, !playing.isCancelled, matches(playing.cue) else { return (actions.count, actions) }
    let count = actions.count + 1
    self.playing?.isCancelled = true
    actions.append(.stop(playing.cue.identity))
    if let due = playing.entry.turn?.due, due > now.boot {
      self.playing?.isWithdrawn = true
      actions.append(conclude(playing.cue, .cancelled, reason: nil, mayReturn: true, at: now))
    } else {
      note(.stopping(playing.cue.identity), at: now)
    }
    return (count, actions)
  }

  /// A connection is closed: what it scheduled goes too, after a while (rule 9), and so do the identities that held
  /// within it.
  public mutating func close(_ connection: ConnectionID, at now: Now) {
    for index in waiting.indices {
      guard case .scheduled(let time, .connected(connection)) = waiting[index].phase else { continue }
      waiting[index].phase = .scheduled(for: time, owner: .gone(cancelAt: now.boot + Self.ghostPatience))
      note(.abandoned(waiting[index].cue.identity), at: now)
    }
    known.close(connection)
  }
}

// MARK: - What is known

extension CueQueue {
  /// When ``advance(to:)`` is to be called, at the latest.
  public var wakeup: Wakeup {
    var wakeup = Wakeup.never
    for entry in waiting { entry.deadlines(lead: lead).forEach { wakeup.include($0) } }
    if case .imminent(let turn) = audible?.entry.phase { wakeup.include(.boot(turn.due)) }
    return wakeup
  }

  /// Every cue that has not ended, in the order in which they will be heard, with its state.
  public var present: [(cue: Cue, state: CueState)] {
    let next = waiting.sorted { $0.precedes($1) }.map { (cue: $0.cue, state: $0.state) }
    return (audible.map { [($0.cue, .playing)] } ?? []) + next
  }

  /// What plays and has not ended for its clients yet.
  var audible: Playing? { playing.flatMap { $0.isWithdrawn ? nil : $0 } }

  /// How many cues have not begun.
  public var waitingCount: Int { waiting.count }

  /// The state of a cue that is waiting, playing, or ended not too long ago.
  public func state(of identity: CueIdentity) -> (state: CueState, reason: String?)? {
    if audible?.cue.identity == identity { return (.playing, nil) }
    if let entry = waiting.first(where: { $0.cue.identity == identity }) { return (entry.state, nil) }
    return known[identity].map { ($0.state, $0.reason) }
  }
}
