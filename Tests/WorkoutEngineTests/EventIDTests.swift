import Testing
import Workout
import WorkoutEngine

@Suite struct EventIDTests {
  @Test(
    arguments: [
      (.start, "start"), (.transition(3), "transition-3"), (.warning(0), "warning-0"), (.halfway(11), "halfway-11"),
      (.minute(4, 10), "minute-4-10"), (.complete, "complete"), (.paused(1), "paused-1"), (.resumed(12), "resumed-12"),
    ] as [(EventID, String)])
  func `An id has one spelling, and is read back from it`(id: EventID, spelling: String) {
    #expect(id.description == spelling)
    #expect(EventID(spelling) == id)
  }

  @Test(
    arguments: [
      "", "-", "Start", "start-", "start-1", "start-x", "transition", "transition-", "transition-x", "transition-03",
      "transition-+3", "transition--3", "transition-3-4", "transition-3 ", "minute-4", "minute-4-", "minute-4-10-2",
      "minute-x-10", "complete-0", "paused", "halfway-99999999999999999999", "warning-٣", "lap-1",
    ])
  func `Any other spelling is no id`(spelling: String) {
    #expect(EventID(spelling) == nil)
  }

  @Test(arguments: Plan.workouts)
  func `The ids of a workout's schedule are all different, and so are their spellings`(workout: Workout) {
    let ids = workout.schedule.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.map { EventID($0.description) } == ids)
    #expect(Set(ids.map(\.description)).count == ids.count)
  }
}
