import Cue
import Testing
import Workout
import WorkoutEngine

@Suite struct UpcomingTests {
  @Test(
    arguments: [
      (0, 0, ""), (0, 289, ""), (0, 290, "warning-0"), (0, 300, "warning-0, transition-1"),
      // What is due now is not upcoming.
      (290, 10, "transition-1"), (300, 50, "warning-1"), (300, 60, "warning-1, transition-2"),
      (780, 60, "warning-5, complete"), (840, 1_000, ""),
    ] as [(Double, Double, String)])
  func `What is due later than now, by the horizon at most, is upcoming`(now: Double, horizon: Double, ids: String) {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.advance(to: at(now))
    #expect(engine.upcoming(within: .seconds(horizon), at: at(now)).ids.joined(separator: ", ") == ids)
  }

  @Test func `While paused nothing is upcoming, and afterwards it is as much later`() {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.pause(at: at(280))
    #expect(engine.upcoming(within: .seconds(1_000), at: at(280)) == [])
    _ = engine.resume(at: at(500))
    #expect(engine.upcoming(within: .seconds(9), at: at(500)) == [])
    #expect(engine.upcoming(within: .seconds(10), at: at(500)).ids == ["warning-0"])
  }

  @Test func `Being told what is upcoming changes nothing`() {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.advance(to: at(0))
    _ = engine.upcoming(within: .seconds(1_000), at: at(0))
    #expect(engine.advance(to: at(290)).ids == ["warning-0"])
  }
}
