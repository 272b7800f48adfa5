import Testing
import Workout

@Suite struct WorkoutTests {
  @Test func `An interval begins where the one before it ends, and the last ends with the workout`() {
    for workout in Plan.workouts {
      let ends = zip(workout.offsets, workout.intervals).map { $0 + $1.duration }
      #expect(workout.offsets == [.zero] + ends.dropLast())
      #expect(workout.total == ends.last)
    }
  }

  @Test func `The offsets of week 5, run 2 are those reckoned by hand`() throws {
    let workout = try #require(Plan.workout(week: 5, day: 2))
    #expect(workout.offsets == [0, 300, 780, 1080, 1560].map { .seconds($0) })
    #expect(workout.total == .seconds(1860))
  }

  @Test func `A workout may have a warmup and a cooldown of its own length`() {
    let work = Work.once(.run(.seconds(30)), .walk(.seconds(20)))
    let workout = Workout(.first, work, warmup: .seconds(10), cooldown: .seconds(15))
    let expected = [Interval(.warmup, .seconds(10)), .run(.seconds(30)), Interval(.cooldown, .seconds(35))]
    #expect(workout.intervals == expected)
    #expect(workout.total == .seconds(75))
  }

  @Test func `Work that is nothing but a walk leaves a warmup and a cooldown`() {
    let workout = Workout(.first, .once(.walk(.seconds(60))))
    #expect(workout.intervals == [Interval(.warmup, .seconds(300)), Interval(.cooldown, .seconds(360))])
  }

  @Test(
    arguments: [
      (1, "1 s"), (90, "90 s"), (119, "119 s"), (120, "2 min"), (130, "130 s"), (150, "2.5 min"), (180, "3 min"),
      (1800, "30 min"),
    ])
  func `A summary abbreviates durations`(seconds: Int, abbreviated: String) {
    #expect(Work.once(.run(.seconds(seconds))).summary == "\(abbreviated) run")
    #expect(Work.repeated(2, .walk(.seconds(seconds))).summary == "2 × (\(abbreviated) walk)")
  }
}

@Suite struct WorkoutIDTests {
  @Test func `Following next from the first leads through the whole plan and ends`() {
    let path = Array(sequence(first: WorkoutID.first, next: \.next))
    #expect(path == WorkoutID.allCases)
    #expect(path.count == 27)
  }

  @Test func `Identities are ordered by week, then by day`() {
    let shuffled = WorkoutID.allCases.sorted { ($0.day, $1.week) < ($1.day, $0.week) }
    #expect(shuffled != WorkoutID.allCases)
    #expect(shuffled.sorted() == WorkoutID.allCases)
  }
}
