import Cue
import CueInterface
import CueQueue
import Testing
import Workout
import WorkoutEngine

@testable import couch5k

/// The first workout from shortly before its first run on: a warning at 10 s, the run at 20, its warning at 70, the walk
/// at 80, each sent 60 s before.
@Suite struct CuesAheadTests {
  private static let begin = BootTime(.seconds(1_000))
  private static let wall = WallTime(microseconds: 1_700_000_000_000_000)

  private var workout = PacedWorkout(Plan.workouts[0], elapsed: .seconds(280), speed: 1, startingAt: begin)
  private var ahead = CuesAhead(session: "s")
  /// By how much the wall clock was set.
  private var shift = Duration.zero

  private func now(_ seconds: Double) -> Now {
    Now(boot: Self.begin + .seconds(seconds), wall: Self.wall + .seconds(seconds) + shift)
  }

  /// What is asked for then, in short: `+warning-0@10` for a cue to be heard at 10 s, `-warning-0` for one taken back.
  private mutating func align(_ seconds: Double) -> [String] {
    _ = workout.advance(to: now(seconds).boot)
    return ahead.align(with: workout, at: now(seconds)).map { action in
      switch action {
      case .cancel(let id): "-\(id)"
      case .send(let cue): "+\(cue.id)@\(cue.at.map(position) ?? -1)"
      }
    }
  }

  /// How many there are from the beginning to that time of the wall clock as it is set.
  private func position(_ time: WallTime) -> Int { Int(((time - Self.wall - shift) / .seconds(1)).rounded()) }

  private mutating func togglePause(_ seconds: Double) {
    _ = workout.togglePause(at: now(seconds).boot)
  }

  @Test mutating func `Each event is sent once, as soon as it is 60 seconds ahead`() {
    #expect(align(0) == ["+warning-0@10", "+transition-1@20"])
    #expect(align(1) == [])
    #expect(align(9.999) == [])
    #expect(align(10) == ["+warning-1@70"])
    #expect(align(20) == ["+transition-2@80"])
    #expect(align(75) == [])
  }

  @Test mutating func `The run wakes when the next event comes near enough`() {
    #expect(workout.nextArrival(within: CuesAhead.horizon, after: now(0).boot) == now(10).boot)
    #expect(workout.nextArrival(within: CuesAhead.horizon, after: now(10).boot) == now(20).boot)
    togglePause(11)
    #expect(workout.nextArrival(within: CuesAhead.horizon, after: now(11).boot) == nil)
  }

  @Test mutating func `A phase cue expires when its interval ends, any other by its kind`() {
    let cues = ahead.align(with: workout, at: now(0)).compactMap { action in
      if case .send(let cue) = action { cue } else { nil }
    }
    #expect(cues.map(\.session) == ["s", "s"])
    #expect(cues.map(\.at) == [now(10).wall, now(20).wall])
    #expect(cues.map(\.expires) == [now(13).wall, now(80).wall])
  }

  @Test mutating func `What fires and was not sent ahead is sent to be heard at once, and nothing else`() {
    _ = align(0)
    let fired = workout.advance(to: now(10).boot) + workout.togglePause(at: now(12).boot)
    #expect(fired.map(\.id) == [.warning(0), .paused(1)])
    let cues = ahead.cues(for: fired, of: workout, at: now(12))
    #expect(cues.map(\.id) == ["paused-1"])
    #expect(cues.first?.at == nil)
  }

  @Test mutating func `A pause takes back what has not begun, and after it all is sent anew for its new time`() {
    _ = align(5)
    togglePause(15)
    #expect(align(15) == ["-transition-1"])
    #expect(align(100) == [])
    togglePause(115)
    #expect(align(115) == ["+transition-1@120", "+warning-1@170"])
  }

  @Test mutating func `What is about to begin when a pause begins is left alone, and not sent again after it`() {
    _ = align(5)
    _ = align(19)
    togglePause(19.95)
    #expect(align(19.95) == ["-warning-1"])
    #expect(align(19.99) == [])
    #expect(align(30) == [])
    togglePause(40)
    #expect(align(40) == ["+warning-1@90"])
    let fired = workout.advance(to: now(40.06).boot)
    #expect(fired.map(\.id) == [.transition(1)])
    #expect(ahead.cues(for: fired, of: workout, at: now(40.06)).isEmpty)
  }

  @Test mutating func `Also a pause that is over before that begins does not make it come twice`() {
    _ = align(5)
    togglePause(19.95)
    togglePause(19.98)
    #expect(align(19.98).allSatisfy { !$0.contains("transition-1") })
  }

  @Test(arguments: [-7_200, -5, -0.021, 0.021, 1, 4.9])
  func `When the wall clock was set all is sent anew, for the same moment`(shift: Double) {
    var test = self
    _ = test.align(5)
    test.shift = .seconds(shift)
    #expect(test.align(5) == ["-warning-0", "-transition-1", "+warning-0@10", "+transition-1@20"])
    #expect(test.align(6) == [])
  }

  @Test(arguments: [-0.019, 0, 0.019])
  func `A wall clock that is adjusted by a little changes nothing`(shift: Double) {
    var test = self
    _ = test.align(5)
    test.shift = .seconds(shift)
    #expect(test.align(5) == [])
  }

  /// Its time was over all at once, so the daemon has begun it, or holds it to be too late.
  @Test mutating func `A cue whose time the wall clock was set past comes again under another identity`() {
    _ = align(5)
    shift = .seconds(8)
    #expect(align(5) == ["-warning-0", "-transition-1", "+warning-0-2@10", "+transition-1@20"])
    shift = .seconds(3_600)
    #expect(align(6) == ["-warning-0-2", "-transition-1", "+warning-0-3@10", "+transition-1-2@20"])
  }

  @Test mutating func `The wall clock may be set while nothing is ahead`() {
    _ = align(5)
    togglePause(6)
    #expect(align(6) == ["-warning-0", "-transition-1"])
    shift = .seconds(-100_000)
    #expect(align(7) == [])
    togglePause(8)
    #expect(align(8) == ["+warning-0@12", "+transition-1@22"])
  }

  /// As after the program was stopped: the daemon has gone on without it.
  @Test mutating func `After a gap what was sent ahead is not sent again, and only what fires beyond it is sent now`() {
    _ = align(0)
    let short = workout.advance(to: now(50).boot)
    #expect(short.map(\.id) == [.transition(1)])
    #expect(ahead.cues(for: short, of: workout, at: now(50)).isEmpty)
    #expect(align(50) == ["+warning-1@70", "+transition-2@80"])
    let long = workout.advance(to: now(400).boot)
    #expect(ahead.cues(for: long, of: workout, at: now(400)).map(\.id) == long.map(\.id.description))
  }

  @Test mutating func `The last cue is the one that was sent ahead`() throws {
    workout = PacedWorkout(Plan.workouts[0], elapsed: .seconds(1_795), speed: 1, startingAt: Self.begin)
    #expect(align(0) == ["+complete@5"])
    let event = try #require(workout.advance(to: now(5).boot).last)
    let cue = ahead.cue(for: event, of: workout, at: now(5))
    #expect(cue.id == "complete" && cue.at == now(5).wall)
  }
}
