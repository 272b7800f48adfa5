import Cue
import Testing
import Workout
import WorkoutEngine

@Suite struct StateTests {
  @Test(
    arguments: [
      (0, "0 warmup, 300 left of it, 840 of all, then run"),
      (299.999, "0 warmup, 0.001 left of it, 540.001 of all, then run"),
      (300, "1 run, 60 left of it, 540 of all, then walk"), (359.5, "1 run, 0.5 left of it, 480.5 of all, then walk"),
      (360, "2 walk, 60 left of it, 480 of all, then run"), (420, "3 run, 60 left of it, 420 of all, then run"),
      (480, "4 run, 60 left of it, 360 of all, then cooldown"), (540, "5 cooldown, 300 left of it, 300 of all"),
      (839.999, "5 cooldown, 0.001 left of it, 0.001 of all"),
    ])
  func `At that second the workout stands there`(seconds: Double, place: String) {
    let engine = Engine(shortRuns, startingAt: begin)
    #expect(described(engine.state(at: at(seconds))) == "running: \(place)")
  }

  @Test(arguments: [840, 840.001, 10_000])
  func `From its end on a workout is complete`(seconds: Double) {
    #expect(Engine(shortRuns, startingAt: begin).state(at: at(seconds)) == .complete)
  }

  @Test(arguments: Plan.workouts)
  func `At each boundary the interval that begins there is the current one, with all of it left`(workout: Workout) {
    let engine = Engine(workout, startingAt: begin)
    for (index, offset) in workout.offsets.enumerated() {
      guard case .running(let position) = engine.state(at: begin + offset) else {
        Issue.record("not running at \(offset)")
        continue
      }
      #expect(position.index == index)
      #expect(position.interval == workout.intervals[index])
      #expect(position.remaining == workout.intervals[index].duration)
      #expect(position.elapsed == offset)
    }
  }

  @Test func `A paused workout stays where it is, and goes on from there`() {
    var engine = Engine(shortRuns, startingAt: begin)
    _ = engine.pause(at: at(310))
    let place = "1 run, 50 left of it, 530 of all, then walk"
    #expect(described(engine.state(at: at(310))) == "paused: \(place)")
    #expect(described(engine.state(at: at(9_999))) == "paused: \(place)")
    _ = engine.resume(at: at(1_310))
    #expect(described(engine.state(at: at(1_310))) == "running: \(place)")
    #expect(described(engine.state(at: at(1_360))) == "running: 2 walk, 60 left of it, 480 of all, then run")
  }

  @Test func `Before its start a workout stands at its start`() {
    let engine = Engine(shortRuns, startingAt: begin)
    #expect(engine.state(at: at(-5)) == engine.state(at: begin))
  }
}

/// `running: 1 run, 50 left of it, 530 of all, then walk`, all times in seconds.
private func described(_ state: Engine.State) -> String {
  switch state {
  case .running(let position): "running: \(described(position))"
  case .paused(let position): "paused: \(described(position))"
  case .complete: "complete"
  }
}

private func described(_ position: Engine.Position) -> String {
  let next = position.next.map { ", then \($0.kind)" } ?? ""
  return "\(position.index) \(position.interval.kind), \(seconds(position.remaining)) left of it, "
    + "\(seconds(position.totalRemaining)) of all\(next)"
}

private func seconds(_ duration: Duration) -> String {
  let seconds = duration / .seconds(1)
  return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
}
