import Cue
import CueQueue
import History
import Testing
import Workout

@testable import WorkoutEngine
@testable import couch5k

@Suite struct RunRecordingTests {
  private static let boot = BootTime(.seconds(50))
  private static let wall = WallTime(microseconds: 1_000_000_000)

  private static func recording(startElapsed: Duration = .zero, speed: Double = 1) -> RunRecording {
    RunRecording(
      Plan.workout(.first), start: Now(boot: boot, wall: wall), startElapsed: startElapsed, speed: speed)
  }

  private static func event(_ id: EventID, due seconds: Int) -> TimedEvent {
    TimedEvent(id: id, event: .paused, due: .seconds(seconds), intervalEnd: nil)
  }

  @Test func `A whole run has a segment for each interval, one after another`() {
    let recording = Self.recording()
    let run = recording.run(endingAt: Self.boot + .seconds(1_801), elapsed: .seconds(1_800), .completed)
    #expect(run.id == recording.id && run.workout == .first && run.outcome == .completed)
    #expect(run.start == Self.wall && run.end == Self.wall + .seconds(1_801) && run.moving == .seconds(1_800))
    let workout = Plan.workout(.first)
    #expect(run.segments.map(\.kind) == workout.intervals.map(\.kind))
    #expect(run.segments.map(\.moving) == workout.intervals.map(\.duration))
    #expect(run.segments.map(\.start) == workout.offsets.map { Self.wall + $0 })
    #expect(run.segments.dropFirst().map(\.start) == run.segments.dropLast().map(\.end))
  }

  @Test func `A pause makes its segment longer, but not what was done of it`() {
    var recording = Self.recording()
    recording.note(Self.event(.paused(1), due: 310), at: Self.boot + .seconds(310))
    recording.note(Self.event(.transition(2), due: 360), at: Self.boot + .seconds(330))
    recording.note(Self.event(.resumed(1), due: 310), at: Self.boot + .seconds(410))
    let run = recording.run(endingAt: Self.boot + .seconds(470), elapsed: .seconds(370), .endedEarly)
    #expect(run.moving == .seconds(370) && run.end == Self.wall + .seconds(470))
    let expected = [
      Segment(.warmup, start: Self.wall, end: Self.wall + .seconds(300), moving: .seconds(300)),
      Segment(.run, start: Self.wall + .seconds(300), end: Self.wall + .seconds(460), moving: .seconds(60)),
      Segment(.walk, start: Self.wall + .seconds(460), end: Self.wall + .seconds(470), moving: .seconds(10)),
    ]
    #expect(run.segments == expected)
    #expect(run.pauses == [CompletedRun.Pause(start: Self.wall + .seconds(310), end: Self.wall + .seconds(410))])
  }

  @Test func `A run that ends while it is paused ends its last segment where it stopped`() {
    var recording = Self.recording()
    recording.note(Self.event(.paused(1), due: 100), at: Self.boot + .seconds(100))
    let run = recording.run(endingAt: Self.boot + .seconds(900), elapsed: .seconds(100), .endedEarly)
    #expect(run.end == Self.wall + .seconds(900) && run.moving == .seconds(100))
    #expect(
      run.segments == [
        Segment(.warmup, start: Self.wall, end: Self.wall + .seconds(100), moving: .seconds(100))
      ])
    #expect(run.pauses == [CompletedRun.Pause(start: Self.wall + .seconds(100), end: Self.wall + .seconds(900))])
  }

  @Test func `What was left out at the beginning is not recorded as done`() {
    let run = Self.recording(startElapsed: .seconds(330)).run(
      endingAt: Self.boot + .seconds(40), elapsed: .seconds(370), .endedEarly)
    #expect(run.moving == .seconds(40))
    #expect(run.segments.map(\.moving) == [.seconds(30), .seconds(10)])
    #expect(run.segments.map(\.kind) == [.run, .walk])
    #expect(run.segments.first?.start == Self.wall)
  }

  @Test func `On a fast clock the times are the world's and the lengths the workout's`() {
    let run = Self.recording(speed: 100).run(
      endingAt: Self.boot + .seconds(18), elapsed: .seconds(1_800), .completed)
    #expect(run.moving == .seconds(1_800) && run.end == Self.wall + .seconds(18))
    #expect(run.segments.first?.end == Self.wall + .seconds(3) && run.segments.first?.moving == .seconds(300))
  }

  @Test func `Nothing was done of a run that ends as it begins`() {
    let run = Self.recording().run(endingAt: Self.boot, elapsed: .zero, .endedEarly)
    #expect(run.segments.isEmpty && run.moving == .zero)
  }
}
