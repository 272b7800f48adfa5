import Testing
import Workout
import WorkoutEngine

@testable import couch5k

@Suite struct EventLineTests {
  @Test func `Each event is a line: when it was due, its id, and what is heard`() {
    let lines = Plan.workouts[12].schedule.prefix(5).map(\.line)
    #expect(
      lines == [
        "00:00  start  Week 5, run 1. Warm up with a 5 minute brisk walk.",
        "04:50  warning-0  (tick)",
        "05:00  transition-1  Run for 5 minutes.",
        "07:30  halfway-1  Halfway.",
        "09:50  warning-1  (tick)",
      ])
  }
}
