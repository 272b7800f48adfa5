import Cue
import Testing
import Workout
import WorkoutEngine

/// Workouts run on a fake clock that goes on in random steps, paused and resumed at random.
@Suite struct RandomRunTests {
  @Test(arguments: 0..<150 as Range<UInt64>)
  func `Whatever the steps and pauses, each event fires once or counts as fired, in order`(seed: UInt64) {
    var run = RandomRun(seed: seed)
    while !run.isOver { run.step() }

    let scheduled = run.workout.schedule
    let heard = run.heard.filter { $0.event != .paused && $0.event != .resumed }
    #expect(run.engine.pending.isEmpty)
    #expect(heard == scheduled.filter { run.expected.contains($0.id) }, "seed \(seed)")
    #expect(heard.last?.id == .complete)

    let pauses = run.heard.filter { $0.event == .paused || $0.event == .resumed }.map(\.id)
    #expect(pauses == (0..<pauses.count).map { $0 % 2 == 0 ? .paused($0 / 2 + 1) : .resumed($0 / 2 + 1) })
  }
}

/// One such run, beside a model that is much simpler than the engine: it adds up steps.
private struct RandomRun {
  let workout: Workout
  var engine: Engine
  var heard: [TimedEvent] = []
  /// The ids that should be heard, by the rules for a gap.
  private(set) var expected: Set<EventID> = []

  private var generator: SeededGenerator
  private let longestStep: Int64
  private var now = begin
  private var elapsed = Duration.zero
  private var isPaused = false
  private var seen = Duration.milliseconds(-1)

  init(seed: UInt64) {
    generator = SeededGenerator(state: seed)
    workout = Plan.workouts.randomElement(using: &generator)!
    longestStep = [500, 5_000, 60_000, 900_000].randomElement(using: &generator)!
    engine = Engine(workout, startingAt: begin)
  }

  var isOver: Bool { engine.state(at: now) == .complete && engine.pending.isEmpty }

  mutating func step() {
    sleep()
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: pause()
    case 1, 2: resume()
    case 3: recover()
    default: advance()
    }
    checkState()
  }

  /// Until the next event, to the millisecond, or at random.
  private mutating func sleep() {
    var step = Duration.milliseconds(Int64.random(in: 0...longestStep, using: &generator))
    if let next = engine.nextEventTime, Bool.random(using: &generator) { step = max(.zero, next - now) }
    now = now + step
    if !isPaused { elapsed += step }
  }

  private mutating func advance() {
    expectDue()
    heard += engine.advance(to: now)
  }

  private mutating func pause() {
    expectDue()
    heard += engine.pause(at: now)
    if elapsed < workout.total { isPaused = true }
  }

  private mutating func resume() {
    heard += engine.resume(at: now)
    isPaused = false
  }

  private mutating func recover() {
    do {
      engine = try Engine(workout, restoring: engine.snapshot)
    } catch {
      Issue.record("the engine's own snapshot is refused: \(error)")
    }
  }

  /// The rules for a gap, from what was last seen until now.
  private mutating func expectDue() {
    let due = workout.schedule.filter { seen < $0.due && $0.due <= elapsed }
    seen = elapsed
    if let phase = due.last(where: { [.start, .transition, .cooldown, .complete].contains($0.event.kind) }) {
      expected.insert(phase.id)
    } else {
      expected.formUnion(due.filter { $0.due + .seconds(1) >= elapsed }.map(\.id))
    }
  }

  private func checkState() {
    switch engine.state(at: now) {
    case .running(let position):
      #expect(!isPaused)
      check(position)
    case .paused(let position):
      #expect(isPaused)
      check(position)
      #expect(engine.nextEventTime == nil)
    case .complete:
      #expect(elapsed >= workout.total)
    }
  }

  /// Elapsed time is the model's, which only ever grows.
  private func check(_ position: Engine.Position) {
    #expect(position.elapsed == elapsed)
    #expect(position.elapsed + position.totalRemaining == workout.total)
    let before = workout.intervals.prefix(position.index).reduce(.zero) { $0 + $1.duration }
    #expect(before <= elapsed)
    #expect(before + position.interval.duration - position.remaining == elapsed)
    #expect(position.remaining > .zero)
  }
}
