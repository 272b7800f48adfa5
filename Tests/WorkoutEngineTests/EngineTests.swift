import Cue
import Testing
import Workout
import WorkoutEngine

@Suite struct EngineTests {
  @Test(arguments: Plan.workouts)
  func `A driver that sleeps until the next event fires the whole schedule, each event once and on time`(
    workout: Workout
  ) {
    var engine = Engine(workout, startingAt: begin)
    var fired: [TimedEvent] = []
    while let next = engine.nextEventTime {
      let now = engine.advance(to: next)
      #expect(now.allSatisfy { begin + $0.due == next })
      fired += now
    }
    #expect(fired == workout.schedule)
    #expect(engine.advance(to: begin + workout.total + .seconds(1_000)) == [])
  }

  @Test func `An event does not fire before its time, fires at it, and not again`() {
    var engine = Engine(shortRuns, startingAt: begin)
    #expect(engine.advance(to: at(0)).ids == ["start"])
    #expect(engine.advance(to: at(0)) == [])
    #expect(engine.nextEventTime == at(290))
    #expect(engine.advance(to: at(289.999)) == [])
    #expect(engine.advance(to: at(290)).ids == ["warning-0"])
    #expect(engine.advance(to: at(290.001)) == [])
  }

  @Test func `The workout's completion fires at its end, and nothing after it`() {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.advance(to: at(830))
    #expect(engine.advance(to: at(840)).ids == ["complete"])
    #expect(engine.nextEventTime == nil)
    #expect(engine.pending.isEmpty)
    #expect(engine.pause(at: at(900)) == [])
    #expect(engine.resume(at: at(901)) == [])
    #expect(engine.state(at: at(902)) == .complete)
  }

  @Test func `What is pending becomes less as events fire`() {
    var engine = Engine(longRun, startingAt: begin)
    #expect(Array(engine.pending) == longRun.schedule)
    _ = engine.advance(to: at(1_200))
    #expect(engine.pending.ids == ["warning-1", "transition-2", "warning-2", "complete"])
  }
}

/// What fires when several events fall due between two calls.
@Suite struct GapTests {
  /// The long run is advanced to the first second, then to the second one.
  @Test(
    arguments: [
      // One phase event, alone or with others: it fires, however late, and alone.
      (0, 300, "transition-1"), (295, 595, "transition-1"), (200, 590, "transition-1"), (100, 1_495, "transition-1"),
      // Several phase events: the latest.
      (290, 1_500, "transition-2"), (100, 1_650, "transition-2"), (0, 1_800, "complete"), (300, 90_000, "complete"),
      // A phase event and, after it, others that are due this very moment: still the phase event alone.
      (299, 600, "transition-1"), (299, 900, "transition-1"), (1_000, 1_790, "transition-2"),
      // No phase event: what is due now, in order.
      (400, 600, "minute-1-5"), (600, 900, "halfway-1, minute-1-10"), (400, 900, "halfway-1, minute-1-10"),
      (400, 1_200, "minute-1-15"),
      // No phase event: a second late still counts as now, later does not.
      (600, 900.5, "halfway-1, minute-1-10"), (600, 901, "halfway-1, minute-1-10"), (600, 901.001, ""),
      (400, 601, "minute-1-5"), (400, 602, ""), (400, 1_499, ""), (280, 291, "warning-0"), (280, 293, ""),
    ] as [(Double, Double, String)])
  func `After a gap between these seconds these events fire, and none of the others ever`(
    from: Double, to: Double, heard: String
  ) {
    var engine = Engine(longRun, startingAt: begin)
    _ = engine.advance(to: at(from))
    #expect(engine.advance(to: at(to)).ids.joined(separator: ", ") == heard)
    let isLater = { (event: TimedEvent) in event.due > at(to) - begin }
    #expect(Array(engine.pending) == longRun.schedule.filter(isLater))
    #expect(engine.advance(to: at(to)) == [])
  }

  @Test func `After five minutes of suspension only the latest transition fires`() throws {
    var engine = Engine(try workout(1, 1), startingAt: begin)
    _ = engine.advance(to: at(301))
    let fired = engine.advance(to: at(601))
    #expect(fired.ids == ["transition-5"])
    #expect(fired.first?.event == .transition(.run, .seconds(60)))
    #expect(fired.first?.due == .seconds(600))
    #expect(fired.first?.intervalEnd == .seconds(660))
    #expect(engine.nextEventTime == at(650))
  }
}

@Suite struct OffsetTests {
  @Test(
    arguments: [
      (0, "start"), (1, ""), (289, ""), (290, "warning-0"), (295, ""), (300, "transition-1"), (300.5, ""),
      (900, "halfway-1, minute-1-10"), (1_800, "complete"), (1_801, ""),
    ] as [(Double, String)])
  func `A start at that second fires what is due exactly then, and all earlier events count as fired`(
    seconds: Double, heard: String
  ) {
    let elapsed = at(seconds) - begin
    var engine = Engine(longRun, startingAt: begin, elapsed: elapsed)
    #expect(engine.advance(to: begin).ids.joined(separator: ", ") == heard)
    #expect(Array(engine.pending) == longRun.schedule.filter { $0.due > elapsed })
  }

  @Test func `After a start at an offset the rest is due so much earlier`() {
    var engine = Engine(longRun, startingAt: begin, elapsed: .seconds(1_000))
    #expect(engine.advance(to: begin) == [])
    #expect(engine.nextEventTime == at(200))
    #expect(engine.time(ofElapsed: .seconds(1_800)) == at(800))
    guard case .running(let position) = engine.state(at: at(10)) else {
      Issue.record("not running")
      return
    }
    #expect(position.elapsed == .seconds(1_010))
  }
}
