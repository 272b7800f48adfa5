import Cue
import CueInterface
import Testing
import Workout
import WorkoutEngine

@testable import couch5k

@Suite struct PacedWorkoutTests {
  private static let begin = BootTime(.seconds(1_000))
  private static let wall = WallTime(microseconds: 1_700_000_000_000_000)

  private static func at(_ seconds: Double) -> BootTime { begin + .seconds(seconds) }

  private static func workout(_ number: Int = 0, elapsed: Int = 0, speed: Double = 1) -> PacedWorkout {
    PacedWorkout(Plan.workouts[number], elapsed: .seconds(elapsed), speed: speed, startingAt: begin)
  }

  @Test(arguments: [(1, 290), (2, 145), (60, 290.0 / 60), (1_000, 0.29)] as [(Double, Double)])
  func `On a clock N times as fast the next event is due N times as soon`(speed: Double, seconds: Double) throws {
    var workout = Self.workout(speed: speed)
    #expect(workout.advance(to: Self.begin).map(\.id) == [.start])
    let next = try #require(workout.nextEvent)
    #expect(abs(next - Self.at(seconds)) < .microseconds(1))
    #expect(workout.advance(to: next + .microseconds(1)).map(\.id) == [.warning(0)])
  }

  @Test(arguments: [1, 2.5, 900])
  func `Whoever comes when the next event is due gets every event of the workout, once and in order`(speed: Double) {
    var workout = Self.workout(speed: speed)
    var fired = workout.advance(to: Self.begin)
    while let next = workout.nextEvent { fired += workout.advance(to: next + .microseconds(1)) }
    #expect(fired == Plan.workouts[0].schedule)
  }

  @Test func `Earlier events than the one it starts at count as fired, and one exactly then fires`() {
    var workout = Self.workout(elapsed: 300)
    #expect(workout.advance(to: Self.begin).map(\.id) == [.transition(1)])
  }

  @Test func `On a fast clock, events that one busy moment made late all fire, in order`() {
    var workout = Self.workout(speed: 1_000)
    let ids = workout.advance(to: Self.at(0.4)).map(\.id)
    #expect(ids == [.start, .warning(0), .transition(1), .warning(1), .transition(2)])
  }

  @Test(arguments: [(1, 900), (100, 9)] as [(Double, Double)])
  func `After a longer gap only the latest phase fires, at any speed`(speed: Double, gap: Double) {
    var workout = Self.workout(speed: speed)
    _ = workout.advance(to: Self.begin)
    #expect(workout.advance(to: Self.at(gap)).map(\.id) == [.transition(9)])
    #expect(workout.nextEvent == Self.at(950 / speed))
  }

  @Test(
    arguments: [
      (1, 0, 1), (1, 0.25, 1), (1, 1, 2), (1, 41.999, 42), (10, 0.05, 0.1), (25, 0.1, 0.12), (1_000, 0.15, 0.2),
    ] as [(Double, Double, Double)])
  func `A picture is due at each whole second of the workout, but not more than ten times a second`(
    speed: Double, now: Double, next: Double
  ) throws {
    let workout = Self.workout(speed: speed)
    let picture = try #require(workout.nextPicture(after: Self.at(now)))
    #expect(abs(picture - Self.at(next)) < .microseconds(1))
  }

  @Test func `While paused nothing is due, and it goes on where it stopped`() {
    var workout = Self.workout(elapsed: 280)
    #expect(workout.togglePause(at: Self.at(5)).map(\.id) == [.paused(1)])
    #expect(workout.isPaused)
    #expect(workout.nextEvent == nil)
    #expect(workout.nextPicture(after: Self.at(6)) == nil)
    #expect(workout.elapsed(at: Self.at(60)) == .seconds(285))
    #expect(workout.togglePause(at: Self.at(60)).map(\.id) == [.resumed(1)])
    #expect(!workout.isPaused)
    #expect(workout.nextEvent == Self.at(65))
  }

  @Test(arguments: [(1, 60, 30.0), (10, 60, 3), (1, 10, 0), (10, 1, 0)] as [(Double, Double, Double)])
  func `What is due within a while of the world's time is upcoming, and what comes next will be`(
    speed: Double, horizon: Double, first: Double
  ) throws {
    // The warning is due in 20 s of the workout, and the next run in 30.
    let workout = Self.workout(elapsed: 270, speed: speed)
    let upcoming = workout.upcoming(within: .seconds(horizon), at: Self.begin)
    guard first > 0 else {
      #expect(upcoming.isEmpty)
      let arrival = try #require(workout.nextArrival(within: .seconds(horizon), after: Self.begin))
      #expect(abs(arrival - (Self.at(20 / speed) - .seconds(horizon))) < .microseconds(1))
      return
    }
    #expect(upcoming.prefix(2).map(\.event.id) == [.warning(0), .transition(1)])
    #expect(abs(upcoming[1].due - Self.at(first)) < .microseconds(1))
  }

  @Test(
    arguments: [
      (1, 0, 0, "start", 300), (1, 300, 0, "transition-1", 60), (1, 300, 7, "transition-1", 53),
      (60, 300, 0, "transition-1", 1), (1, 290, 0, "warning-0", 3), (1, 1_800, 0, "complete", 60),
    ] as [(Double, Int, Int, String, Double)])
  func `A phase cue expires when its interval ends, any other by its kind`(
    speed: Double, elapsed: Int, late: Int, id: String, expires: Double
  ) throws {
    var workout = Self.workout(elapsed: elapsed, speed: speed)
    let event = try #require(workout.advance(to: Self.begin).first)
    let cue = workout.cue(for: event, session: "s", at: Self.at(Double(late)), wall: Self.wall)
    #expect(cue == WireCue(id: id, session: "s", event: event.event, expires: Self.wall + .seconds(expires)))
  }
}

private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
