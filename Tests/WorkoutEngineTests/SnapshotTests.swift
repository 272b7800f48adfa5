import Cue
import Testing
import Workout
import WorkoutEngine

@Suite struct SnapshotTests {
  @Test func `A snapshot holds the start, the pauses and what has fired`() {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.advance(to: begin)
    _ = engine.pause(at: at(100))
    _ = engine.resume(at: at(130))
    _ = engine.pause(at: at(335))
    #expect(
      engine.snapshot
        == Engine.Snapshot(
          workout: .first, start: begin, pausedOffset: .seconds(30), pauseStart: at(335), pauseCount: 2,
          fired: [.start, .warning(0), .transition(1)]))
  }

  @Test(arguments: [0, 10, 290, 300, 899, 900, 1_500, 1_800, 2_000])
  func `An engine made from a snapshot is the engine that was, running or paused`(seconds: Double) throws {
    var engine = Engine(longRun, startingAt: begin)
    #expect(try Engine(longRun, restoring: engine.snapshot) == engine)
    _ = engine.advance(to: at(seconds))
    #expect(try Engine(longRun, restoring: engine.snapshot) == engine)
    _ = engine.pause(at: at(seconds + 1))
    #expect(try Engine(longRun, restoring: engine.snapshot) == engine)
    _ = engine.resume(at: at(seconds + 60))
    #expect(try Engine(longRun, restoring: engine.snapshot) == engine)
  }

  @Test func `What fell due while there was no engine is a gap like any other`() throws {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.advance(to: at(10))
    var next = try Engine(shortRuns, restoring: engine.snapshot)
    #expect(next.advance(to: at(400)).ids == ["transition-2"])
    #expect(next.nextEventTime == at(410))
  }

  @Test func `A workout that was paused stays paused where it was, and its next pause has the next number`() throws {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.pause(at: at(310))
    var next = try Engine(shortRuns, restoring: engine.snapshot)
    #expect(next.advance(to: at(9_000)) == [])
    #expect(next.resume(at: at(9_010)).ids == ["resumed-1"])
    #expect(next.nextEventTime == at(9_050))
    #expect(next.pause(at: at(9_020)).ids == ["paused-2"])
  }

  @Test func `What stands before an event that fired counts as fired, listed or not, in any order`() throws {
    let snapshot = edited { $0.fired = [.warning(1), .start] }
    let engine = try Engine(shortRuns, restoring: snapshot)
    #expect(engine.pending.first?.id == .transition(2))
  }

  @Test func `A start that lies ahead fires nothing again, and elapsed time waits at zero`() throws {
    var engine = try Engine(shortRuns, restoring: edited { $0.start = at(50) })
    #expect(engine.advance(to: at(0)) == [])
    guard case .running(let position) = engine.state(at: at(0)) else {
      Issue.record("not running")
      return
    }
    #expect(position.elapsed == .zero)
    #expect(engine.nextEventTime == at(340))
  }

  @Test func `A snapshot of another workout is refused`() throws {
    let other = try workout(2, 1)
    #expect(throws: Engine.SnapshotError.otherWorkout(.first)) { try Engine(other, restoring: edited { _ in }) }
  }

  @Test(arguments: [.transition(6), .warning(9), .halfway(1), .minute(1, 5), .paused(1)] as [EventID])
  func `An event that the workout does not have is refused`(id: EventID) {
    #expect(throws: Engine.SnapshotError.unknownEvent(id)) {
      try Engine(shortRuns, restoring: edited { $0.fired.append(id) })
    }
  }

  @Test func `Elapsed time goes on from where it stopped, also if the clock seems to have gone back meanwhile`() throws
  {
    let snapshot = edited { ($0.pauseStart, $0.pauseCount) = (at(100), 1) }
    var engine = try Engine(shortRuns, restoring: snapshot)
    #expect(engine.resume(at: at(40)).map(\.due) == [.seconds(100)])
    #expect(engine.nextEventTime == at(40 + 190))
    #expect(try Engine(shortRuns, restoring: engine.snapshot) == engine)
  }

  @Test func `A pause that cannot have begun when it did is refused`() {
    let beforeStart = edited { ($0.pauseStart, $0.pauseCount) = (at(-1), 1) }
    let beforeLastEnd = edited { ($0.pausedOffset, $0.pauseStart, $0.pauseCount) = (.seconds(9), at(8), 2) }
    for snapshot in [beforeStart, beforeLastEnd] {
      #expect(throws: Engine.SnapshotError.impossiblePauseStart) { try Engine(shortRuns, restoring: snapshot) }
    }
  }

  @Test func `A number of pauses that does not fit the paused time is refused`() {
    let negative = edited { $0.pauseCount = -1 }
    let pausedWithout = edited { $0.pauseStart = at(5) }
    let offsetWithout = edited { $0.pausedOffset = .seconds(5) }
    for snapshot in [negative, pausedWithout, offsetWithout] {
      #expect(throws: Engine.SnapshotError.impossiblePauseCount) { try Engine(shortRuns, restoring: snapshot) }
    }
  }
}

/// The snapshot of a workout that has just begun, changed.
private func edited(_ change: (inout Engine.Snapshot) -> Void) -> Engine.Snapshot {
  var engine = Engine(shortRuns, startingAt: begin)
  _ = engine.advance(to: begin)
  var snapshot = engine.snapshot
  change(&snapshot)
  return snapshot
}
