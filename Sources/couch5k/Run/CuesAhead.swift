import Cue
import CueInterface
import CueQueue
import WorkoutEngine

/// Decides which cues the daemon gets before they are due, so that they are heard on time even where this program, or
/// its terminal, is held up.
///
/// A value without a clock and without a socket: the workout and the time go in, what is to be sent comes out.
struct CuesAhead {
  enum Action: Equatable {
    case send(WireCue)
    /// Take the session's cue of this id back, which has not begun.
    case cancel(id: String)
  }

  /// How long before it is due a cue is sent.
  static let horizon: Duration = .seconds(60)
  /// What begins so soon is not taken back any more: the daemon may be about to begin it, and would cut it off.
  static let grace: Duration = .milliseconds(100)
  /// By how much a cue's time may be wrong, since the wall clock was set or adjusted, before it is sent anew.
  static let tolerance: Duration = .milliseconds(20)

  private struct Sent {
    let cue: WireCue
    let at: WallTime
    /// When it is due, by the boot clock.
    let due: BootTime
  }

  private let session: String
  /// What the daemon got before it was due, and keeps or has played.
  private var sent: [EventID: Sent] = [:]
  /// How many of an event's identities are used up.
  private var lost: [EventID: Int] = [:]

  /// Of what was sent, that of which another process knows whether it has come to the daemon, and has gone.
  private var uncertain: Set<EventID> = []
  /// What the daemon keeps for a time that comes too late, since the wall clock was set back while nobody watched.
  private var late: [String] = []

  init(session: String) { self.session = session }

  /// Goes on with what another process had sent. What is still worth hearing is sent again, to the letter: then the
  /// daemon knows whether it has been heard.
  init(_ run: UnfinishedRun, of workout: PacedWorkout, at now: Now) {
    self.init(session: run.session)
    for ahead in run.ahead {
      guard let event = workout.event(ahead.event), let due = workout.moment(of: event) else { continue }
      var cue = workout.cue(for: event, session: session, due: due, at: now.boot, wall: now.wall)
      let at = WallTime(microseconds: ahead.at)
      guard due > now.boot || at - now.wall <= Self.tolerance else {
        late.append(ahead.id)
        continue
      }
      (cue.id, cue.at) = (ahead.id, at)
      sent[event.id] = Sent(cue: cue, at: at, due: due)
      uncertain.insert(event.id)
    }
  }

  /// What another process needs to go on with it.
  var record: [UnfinishedRun.Ahead] {
    sent.sorted { $0.value.due < $1.value.due }.map { id, entry in
      UnfinishedRun.Ahead(event: id.description, id: entry.cue.id, at: entry.at.microseconds)
    }
  }

  /// What must be taken back before anything fires: it is due by now, and the daemon would wait with it.
  mutating func takeLate() -> [Action] {
    defer { late = [] }
    return late.map(Action.cancel)
  }

  /// What fires now and was not sent before, as cues that are to be heard at once.
  mutating func cues(for fired: [TimedEvent], of workout: PacedWorkout, at now: Now) -> [WireCue] {
    fired.compactMap { event in
      guard let entry = sent[event.id] else {
        return workout.cue(for: event, session: session, at: now.boot, wall: now.wall)
      }
      return uncertain.remove(event.id) == nil ? nil : entry.cue
    }
  }

  /// The cue that the daemon got, or gets now, for an event that fires.
  func cue(for event: TimedEvent, of workout: PacedWorkout, at now: Now) -> WireCue {
    sent[event.id]?.cue ?? workout.cue(for: event, session: session, at: now.boot, wall: now.wall)
  }

  /// What makes the daemon have the cues that are due soon, each for its time, and no others. To be asked for after
  /// each pause, resumption and change of the wall clock, and whenever another event comes within the ``horizon``.
  mutating func align(with workout: PacedWorkout, at now: Now) -> [Action] {
    let upcoming = workout.upcoming(within: Self.horizon, at: now.boot)
    var actions: [Action] = []
    for (id, entry) in sent.sorted(by: { $0.value.due < $1.value.due }) where entry.due > now.boot {
      let offset = (now.wall - entry.at) - (now.boot - entry.due)
      let isWanted = upcoming.contains { $0.event.id == id && $0.due.isNear(entry.due) }
      if offset.isSmall, isWanted || entry.due - now.boot <= Self.grace {
        if uncertain.remove(id) != nil { actions.append(.send(entry.cue)) }
        continue
      }
      uncertain.remove(id)
      actions.append(.cancel(id: entry.cue.id))
      sent[id] = nil
      // The clock was set past its time, so the daemon has begun it, or holds it to be too late: this identity is over.
      if entry.at <= now.wall { lost[id, default: 0] += 1 }
    }
    for (event, due) in upcoming where sent[event.id] == nil {
      var cue = workout.cue(for: event, session: session, due: due, at: now.boot, wall: now.wall)
      if let number = lost[event.id] { cue.id += "-\(number + 1)" }
      sent[event.id] = Sent(cue: cue, at: cue.at ?? now.wall, due: due)
      actions.append(.send(cue))
    }
    return actions
  }
}

extension Duration {
  fileprivate var isSmall: Bool { (.zero - CuesAhead.tolerance)...CuesAhead.tolerance ~= self }
}

extension BootTime {
  fileprivate func isNear(_ other: BootTime) -> Bool { (self - other).isSmall }
}
