import Cue
import CueQueue
import FoundationEssentials
import Testing
import Workout
import WorkoutEngine

@testable import couch5k

/// What is kept of a run, and what is made of it in another process.
@Suite struct UnfinishedRunTests {
  private static let begin = BootTime(.seconds(1_000))
  private static let wall = WallTime(microseconds: 1_700_000_000_000_000)

  private func now(_ seconds: Double) -> Now {
    Now(boot: Self.begin + .seconds(seconds), wall: Self.wall + .seconds(seconds))
  }

  private func kept(_ workout: PacedWorkout, _ seconds: Double) throws -> UnfinishedRun {
    let run = workout.unfinished(session: "s", at: now(seconds), bootID: "boot")
    return try UnfinishedRun(json: run.json)
  }

  @Test(arguments: [1.0, 7.5, 60])
  func `A run goes on in the interval and second that it would be in`(speed: Double) throws {
    for workout in Plan.workouts {
      var first = PacedWorkout(workout, elapsed: .seconds(100), speed: speed, startingAt: Self.begin)
      _ = first.advance(to: now(3).boot)
      _ = first.togglePause(at: now(4).boot)
      _ = first.togglePause(at: now(9.25).boot)
      _ = first.advance(to: now(10).boot)
      let second = try PacedWorkout(try kept(first, 10), at: now(15), bootID: "boot")
      #expect(abs((second.elapsed(at: now(15).boot) - first.elapsed(at: now(15).boot)) / .milliseconds(1)) < 1)
      #expect(second.engine.pending.map(\.id) == first.engine.pending.map(\.id))
    }
  }

  @Test(arguments: [0, 1_000_001, 299_900_000, 300_000_000, 330_000_000, 899_500_000, 1_500_000_000])
  func `Written and read again it is the same to the last field, and so is the state that it leads to`(
    microseconds: Int64
  ) throws {
    func now(_ microseconds: Int64) -> Now {
      Now(boot: Self.begin + .microseconds(microseconds), wall: Self.wall + .microseconds(microseconds))
    }
    let end = now(microseconds + 5_000_000)
    for (workout, isPaused) in Plan.workouts.flatMap({ [($0, false), ($0, true)] }) {
      var first = PacedWorkout(workout, elapsed: .zero, speed: 1, startingAt: Self.begin)
      var recording = RunRecording(workout, start: now(0))
      var ahead = CuesAhead(session: "s")
      for moment in [microseconds / 3, microseconds / 2] + (isPaused ? [microseconds] : []) {
        _ = first.advance(to: now(moment).boot)
        for event in first.togglePause(at: now(moment).boot) { recording.note(event, at: now(moment).boot) }
      }
      let here = now(microseconds)
      _ = first.advance(to: here.boot)
      _ = ahead.align(with: first, at: here)
      var run = first.unfinished(session: "s", at: here, bootID: "boot")
      (run.ahead, run.record) = (ahead.record, recording.record(at: here))

      let again = try UnfinishedRun(json: run.json)
      #expect(again == run)
      let second = try PacedWorkout(again, at: here, bootID: "boot")
      #expect(second.engine == first.engine)
      #expect(second.state(at: end.boot) == first.state(at: end.boot))
      #expect(CuesAhead(again, of: second, at: here).record == ahead.record)
      let record = try #require(RunRecording(again, at: here, bootID: "boot"))
      #expect(
        record.run(endingAt: end.boot, elapsed: second.elapsed(at: end.boot), .endedEarly)
          == recording.run(endingAt: end.boot, elapsed: first.elapsed(at: end.boot), .endedEarly))
    }
  }

  @Test func `The history gets one run of it, with the pauses of both processes`() throws {
    var workout = PacedWorkout(Plan.workouts[0], elapsed: .seconds(100), speed: 1, startingAt: Self.begin)
    var recording = RunRecording(workout.engine.workout, start: now(0), startElapsed: .seconds(100))
    for event in workout.togglePause(at: now(10).boot) { recording.note(event, at: now(10).boot) }
    var run = try kept(workout, 11)
    run.record = recording.record(at: now(11))
    let later = Now(boot: BootTime(.seconds(7)), wall: now(40).wall)
    var second = try #require(RunRecording(try UnfinishedRun(json: run.json), at: later, bootID: "another"))
    var resumed = try PacedWorkout(run, at: later, bootID: "another")
    for event in resumed.togglePause(at: later.boot) { second.note(event, at: later.boot) }
    for event in workout.togglePause(at: now(40).boot) { recording.note(event, at: now(40).boot) }
    let elapsed = resumed.elapsed(at: later.boot + .seconds(300))
    #expect(elapsed == .seconds(410))
    #expect(
      second.run(endingAt: later.boot + .seconds(300), elapsed: elapsed, .endedEarly)
        == recording.run(endingAt: now(340).boot, elapsed: elapsed, .endedEarly))
  }

  @Test func `One that is paused stays paused where it was, however long that is`() throws {
    var first = PacedWorkout(Plan.workouts[3], elapsed: .seconds(400), speed: 1, startingAt: Self.begin)
    _ = first.togglePause(at: now(30).boot)
    let run = try kept(first, 31)
    var second = try PacedWorkout(run, at: now(90_000), bootID: "boot")
    #expect(second.isPaused)
    #expect(second.elapsed(at: now(90_000).boot) == .seconds(430))
    #expect(second.togglePause(at: now(90_000).boot).map(\.id) == [.resumed(1)])
    #expect(second.elapsed(at: now(90_007).boot) == .seconds(437))
  }

  @Test func `After the machine was started anew the wall clock says how much time has passed`() throws {
    var first = PacedWorkout(Plan.workouts[0], elapsed: .zero, speed: 1, startingAt: Self.begin)
    _ = first.advance(to: now(200).boot)
    let run = try kept(first, 200)
    let later = Now(boot: BootTime(.seconds(50)), wall: Self.wall + .seconds(365))
    let second = try PacedWorkout(run, at: later, bootID: "another")
    #expect(second.elapsed(at: later.boot) == .seconds(365))
    #expect(run.age(at: later, bootID: "another") == .seconds(165))
  }

  @Test func `Of what fell due meanwhile only the latest phase fires, and nothing that had fired`() throws {
    var first = PacedWorkout(Plan.workouts[0], elapsed: .zero, speed: 1, startingAt: Self.begin)
    #expect(first.advance(to: now(0).boot).map(\.id) == [.start])
    var second = try PacedWorkout(try kept(first, 1), at: now(465), bootID: "boot")
    #expect(second.advance(to: now(465).boot).map(\.id) == [.transition(3)])
    #expect(second.advance(to: now(465.1).boot).isEmpty)
  }

  @Test func `What was sent ahead is sent again, the same to the letter`() throws {
    var workout = PacedWorkout(Plan.workouts[0], elapsed: .seconds(280), speed: 1, startingAt: Self.begin)
    var ahead = CuesAhead(session: "s")
    _ = workout.advance(to: now(0).boot)
    let sent = ahead.align(with: workout, at: now(0))
    var run = workout.unfinished(session: "s", at: now(0), bootID: "boot")
    run.ahead = ahead.record
    let kept = try UnfinishedRun(json: run.json)
    // The clocks are never read at quite the same moment.
    let later = Now(boot: now(5).boot, wall: now(5).wall + .microseconds(93))
    var second = try PacedWorkout(kept, at: later, bootID: "boot")
    var again = CuesAhead(kept, of: second, at: later)
    #expect(sent.count == 2)
    #expect(again.align(with: second, at: later).map(\.content) == sent.map(\.content))
    #expect(again.align(with: second, at: later).isEmpty)
    #expect(again.cues(for: second.advance(to: now(10).boot), of: second, at: now(10)).isEmpty)
  }

  @Test func `What was sent ahead and is due by now is sent again as it was, once`() throws {
    var workout = PacedWorkout(Plan.workouts[0], elapsed: .seconds(280), speed: 1, startingAt: Self.begin)
    var ahead = CuesAhead(session: "s")
    _ = workout.advance(to: now(0).boot)
    let sent = ahead.align(with: workout, at: now(0))
    var run = workout.unfinished(session: "s", at: now(0), bootID: "boot")
    run.ahead = ahead.record
    var second = try PacedWorkout(run, at: now(40), bootID: "boot")
    var again = CuesAhead(run, of: second, at: now(40))
    let fired = second.advance(to: now(40).boot)
    #expect(fired.map(\.id) == [.transition(1)])
    #expect(
      again.cues(for: fired, of: second, at: now(40)).map(CuesAhead.Action.send).map(\.content) == [sent[1].content])
    #expect(again.cues(for: fired, of: second, at: now(40)).isEmpty)
  }

  @Test
  func `What the daemon would wait with, since the wall clock was set back meanwhile, is taken back and heard at once`()
    throws
  {
    var workout = PacedWorkout(Plan.workouts[0], elapsed: .seconds(280), speed: 1, startingAt: Self.begin)
    var ahead = CuesAhead(session: "s")
    _ = workout.advance(to: now(0).boot)
    _ = ahead.align(with: workout, at: now(0))
    var run = workout.unfinished(session: "s", at: now(0), bootID: "boot")
    run.ahead = ahead.record
    let later = Now(boot: now(25).boot, wall: now(5).wall)
    var second = try PacedWorkout(run, at: later, bootID: "boot")
    var again = CuesAhead(run, of: second, at: later)
    #expect(again.takeLate() == [.cancel(id: "warning-0"), .cancel(id: "transition-1")])
    #expect(again.takeLate() == [])
    let fired = second.advance(to: later.boot)
    let cues = again.cues(for: fired, of: second, at: later)
    #expect(cues.map(\.id) == ["transition-1"])
    #expect(cues.first?.at == nil)
  }

  @Test(arguments: ["", "{", "[]", "{\"version\": 1}", "{\"version\": \"1\"}"])
  func `A file that couch5k has not written is damaged`(text: String) {
    #expect(throws: RecoveryError.damaged("it is not what couch5k writes")) {
      try UnfinishedRun(json: Data(text.utf8))
    }
  }

  @Test func `A newer version's file, and one that fits no workout, are told apart`() throws {
    #expect(throws: RecoveryError.newer(version: 2)) { try UnfinishedRun(json: Data("{\"version\": 2}".utf8)) }
    var run = PacedWorkout(Plan.workouts[0], elapsed: .zero, speed: 1, startingAt: Self.begin)
      .unfinished(session: "s", at: now(1), bootID: "boot")
    run.week = 10
    #expect(throws: RecoveryError.damaged("the plan has no week 10, run 1")) { try UnfinishedRun(json: run.json) }
    run.week = 1
    run.fired = ["transition-99"]
    #expect(throws: RecoveryError.damaged("the workout has no event transition-99")) {
      try PacedWorkout(try UnfinishedRun(json: run.json), at: now(1), bootID: "boot")
    }
  }

  @Test(arguments: [
    (0, "a moment ago"), (75, "75 seconds ago"), (300, "5 minutes ago"), (9_000, "2 hours ago"),
    (400_000, "4 days ago"),
  ])
  func `An age in words`(seconds: Int, words: String) { #expect(Duration.seconds(seconds).ago == words) }

  @Test(arguments: [
    ("", RecoveryQuestion.Answer.resume), (" R ", .resume), ("discard", .discard), ("d", .discard), ("q", .leave),
  ])
  func `An answer`(line: String, answer: RecoveryQuestion.Answer) { #expect(RecoveryQuestion.answer(line) == answer) }

  @Test(arguments: ["x", "resumed", "r d"]) func `No answer`(line: String) {
    #expect(RecoveryQuestion.answer(line) == nil)
  }
}

extension CuesAhead.Action {
  /// What the daemon compares where a cue comes again.
  fileprivate var content: String {
    switch self {
    case .send(let cue): "+\(cue.session ?? "") \(cue.id) \(cue.event) \(cue.at?.microseconds ?? -1)"
    case .cancel(let id): "-\(id)"
    }
  }
}
