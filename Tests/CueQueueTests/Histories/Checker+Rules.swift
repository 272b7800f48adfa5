import Cue
import CueQueue

/// The rules, as the checker reads them.
extension Checker {
  func precedes(_ a: Live, _ b: Live) -> Bool {
    guard let mine = a.due, let theirs = b.due else { return false }
    return mine != theirs ? mine < theirs : a.arrival < b.arrival
  }

  /// When it may begin, as the clocks have it now.
  func mayBegin(_ known: Live, as now: Now) -> BootTime { now.boot - (now.wall - known.time) - lead }

  func isDue(_ known: Live, at now: Now) -> Bool { known.due.map { $0 <= now.boot } ?? false }

  func isTooLate(_ known: Live, at now: Now) -> Bool {
    if let expires = known.cue.expires { return expires <= now.wall }
    guard let due = known.due else { return false }
    let patience: [Event.Kind: Int] = [
      .warning: 3, .start: 30, .transition: 30, .cooldown: 30, .complete: 60, .say: 60, .halfway: 20, .minute: 20,
      .paused: 20, .resumed: 20,
    ]
    return due + .seconds(patience[known.cue.event.kind]!) <= now.boot
  }

  /// A session's phases are forgotten with it.
  func isOvertaken(_ known: Live, at now: Now) -> Bool {
    becameDue.contains { now.boot - $0.due < .seconds(24 * 3_600) && isPointless(known, after: $0) }
  }

  /// Rule 3. Of two that replace each other only what waits when the other one becomes due is replaced; a phase makes
  /// pointless also what becomes due only after it.
  func isPointless(_ known: Live, after other: Due) -> Bool {
    guard case .session = known.cue.identity.scope, known.cue.identity.scope == other.cue.identity.scope else {
      return false
    }
    guard let due = known.due, other.arrival != known.arrival else { return false }
    let isEarlier = due != other.due ? due < other.due : known.arrival < other.arrival
    if Self.pausing.contains(known.cue.event.kind) {
      return isEarlier && Self.pausing.contains(other.cue.event.kind) && other.turn >= (known.turn ?? .max)
    }
    return isEarlier && Self.phases.contains(other.cue.event.kind)
  }

  static let pausing: [Event.Kind] = [.paused, .resumed]
  static let phases: [Event.Kind] = [.start, .transition, .cooldown, .complete]

  /// What must hold whenever nothing is left to be done.
  mutating func settle(_ queue: FaultyQueue, at now: Now) {
    asked = [:]
    isOutputLost = false
    mustBe(
      !hasOutput || isTaken || !live.values.contains { $0.state == .queued }, "1: nothing plays, and a cue waits")
    mustBe(isTaken || !hasOutput || !isSounding, "the music is not given back")
    for known in live.values {
      switch known.state {
      case .scheduled:
        mustBe(known.time - lead > now.wall, "5: a cue's time has come, and it may not begin")
        mustBe(known.abandoned.map { $0 > now.boot } ?? true, "9: a ghost")
      case .queued:
        mustBe(!isTooLate(known, at: now), "4: a cue waits that is too late")
        mustBe(known.hasBegun || !isOvertaken(known, at: now), "3: a cue waits that a later phase has made pointless")
      default: break
      }
    }
    let present = queue.present
    mustBe(
      Set(present.map(\.cue.identity)) == Set(live.keys) && present.count == live.count,
      "8: not what was accepted is what is there")
    mustBe(present.allSatisfy { live[$0.cue.identity]?.state == $0.state }, "a cue's state is not what was told")
    mustBe(queue.wakeup.boot.map { $0 > now.boot } ?? true, "the queue wants to be woken for nothing")
    mustBe(queue.wakeup.wall.map { $0 > now.wall } ?? true, "the queue wants to be woken for nothing")
  }
}
