import Cue
import Testing
import Workout
import WorkoutEngine

@Suite struct PauseTests {
  @Test func `Pauses and resumptions are events, counted from one`() {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.advance(to: begin)
    let fired =
      engine.pause(at: at(10)) + engine.resume(at: at(20)) + engine.pause(at: at(30)) + engine.resume(at: at(50))
    #expect(fired.ids == ["paused-1", "resumed-1", "paused-2", "resumed-2"])
    #expect(fired.map(\.event) == [.paused, .resumed, .paused, .resumed])
    #expect(fired.map(\.due) == [10, 10, 20, 20].map { .seconds($0) })
    #expect(fired.allSatisfy { $0.intervalEnd == nil })
  }

  @Test func `While paused nothing is due; after it everything is due so much later`() {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.advance(to: begin)
    _ = engine.pause(at: at(250))
    #expect(engine.nextEventTime == nil)
    #expect(engine.time(ofElapsed: .seconds(300)) == nil)
    #expect(engine.advance(to: at(5_000)) == [])
    _ = engine.resume(at: at(1_250))
    #expect(engine.nextEventTime == at(1_290))
    #expect(engine.time(ofElapsed: .seconds(300)) == at(1_300))
    #expect(engine.advance(to: at(1_289)) == [])
    #expect(engine.advance(to: at(1_290)).ids == ["warning-0"])
  }

  @Test func `Pausing a paused workout and resuming a running one do nothing`() {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.advance(to: begin)
    #expect(engine.resume(at: at(5)) == [])
    _ = engine.pause(at: at(10))
    let paused = engine
    #expect(engine.pause(at: at(20)) == [])
    #expect(engine == paused)
    _ = engine.resume(at: at(30))
    let resumed = engine
    #expect(engine.resume(at: at(40)) == [])
    #expect(engine == resumed)
    #expect(engine.nextEventTime == at(310))
  }

  @Test(
    arguments: [
      (0, 1, "paused-1"), (0, 290, "warning-0, paused-1"), (299, 300, "transition-1, paused-1"),
      (0, 305, "transition-1, paused-1"), (0, 320, "transition-1, paused-1"), (300, 320, "paused-1"),
      (835, 840, "complete"), (0, 2_000, "complete"),
    ] as [(Double, Double, String)])
  func `What is due at a pause fires before it, and a workout that is over is not paused`(
    from: Double, to: Double, heard: String
  ) {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.advance(to: at(from))
    #expect(engine.pause(at: at(to)).ids.joined(separator: ", ") == heard)
  }

  @Test func `A pause that ends when it began takes no time`() {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.pause(at: at(100))
    _ = engine.resume(at: at(100))
    #expect(engine.time(ofElapsed: .seconds(300)) == at(300))
  }
}
