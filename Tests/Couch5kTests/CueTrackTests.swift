import Cue
import Sound
import Testing
import Workout

@testable import WorkoutEngine
@testable import couch5k

@Suite struct CueTrackTests {
  @Test(arguments: Plan.workouts)
  func `Each cue of the plan begins with the sample of its second, unless another is due then, too`(workout: Workout) {
    let schedule = workout.schedule
    let track = CueTrack(schedule) { _ in Frames(.seconds(3)) }
    #expect(track.placements.map(\.event) == schedule)
    for (index, placement) in track.placements.enumerated() {
      let isSecond = index > 0 && schedule[index - 1].due == placement.event.due
      let due = Int(placement.event.due / .seconds(1)) * 48_000
      #expect(placement.start.count == (isSecond ? due + 158_400 : due))
    }
    #expect(track.length.count == Int(workout.total / .seconds(1)) * 48_000 + 144_000)
  }

  @Test func `A cue that would overlap the one before it follows it after 300 ms, one that would not stays`() {
    #expect(starts([due(.start, 0), due(.halfway(1), 2), due(.minute(1, 5), 6)], length: 4) == [0, 4.3, 8.6])
    #expect(starts([due(.start, 0), due(.halfway(1), 4), due(.minute(1, 5), 9)], length: 4) == [0, 4, 9])
  }

  @Test func `A cue that has not begun when a later phase is due is left out`() {
    #expect(starts([due(.start, 0), due(.halfway(0), 1), due(.transition(1), 4)], length: 4) == [0, 4])
    #expect(starts([due(.start, 0), due(.halfway(0), 1), due(.transition(1), 5)], length: 4) == [0, 4.3, 8.6])
  }

  @Test func `A cue that has not begun when it is too late is left out`() {
    // A warning is worth hearing for 3 seconds.
    #expect(starts([due(.start, 0), due(.warning(0), 2)], length: 4.6) == [0, 4.9])
    #expect(starts([due(.start, 0), due(.warning(0), 2)], length: 4.7) == [0])
  }

  @Test func `A transition is left out once its interval has ended`() {
    #expect(starts([due(.start, 0), due(.transition(1), 1, end: 5)], length: 4) == [0, 4.3])
    #expect(starts([due(.start, 0), due(.transition(1), 1, end: 4)], length: 4) == [0])
  }
}

/// When which of these cues begin, in seconds, if each lasts that long.
private func starts(_ schedule: [TimedEvent], length: Double) -> [Double] {
  let track = CueTrack(schedule) { _ in Frames(.seconds(length)) }
  return track.placements.map { Double($0.start.count) / 48_000 }
}

/// An event at that second; of a phase, the interval ends 300 seconds later where nothing else is said.
private func due(_ id: EventID, _ seconds: Int, end: Int? = nil) -> TimedEvent {
  let event: Event =
    switch id {
    case .start: .start(week: 1, day: 1, warmup: .seconds(300))
    case .transition: .transition(.run, .seconds(300))
    case .warning: .warning
    case .halfway: .halfway
    case .minute(_, let count): .minute(count)
    case .complete: .complete(week: 1, day: 1)
    case .paused: .paused
    case .resumed: .resumed
    }
  let intervalEnd = event.kind.isPhase ? Duration.seconds(end ?? seconds + 300) : nil
  return TimedEvent(id: id, event: event, due: .seconds(seconds), intervalEnd: intervalEnd)
}
