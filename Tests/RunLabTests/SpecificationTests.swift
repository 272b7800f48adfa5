import CueText
import Testing
import Workout
import WorkoutEngine

@testable import RunLab
@testable import couch5k

@Suite struct SpecificationTests {
  @Test(arguments: zip(SpecifiedWorkout.all, Plan.workouts))
  func `The engine's events, times and texts are those of a listing made from the specification's table alone`(
    specified: SpecifiedWorkout, workout: Workout
  ) {
    #expect(specified.week == workout.id.week && specified.day == workout.id.day)
    #expect(specified.events.map(\.line) == workout.schedule.map(\.line))
    #expect(specified.events.map(\.isPhase) == workout.schedule.map { $0.event.kind.isPhase })
    #expect(Duration.seconds(specified.seconds) == workout.total)
  }
}
