import Cue
import CueInterface
import EventLoop
import Workout
import WorkoutEngine

/// A run under way: sleeps until the next event is due or a second is over, and passes on what fires.
@EventLoop
final class WorkoutRun {
  enum Outcome {
    /// The last event, whose cue is not sent yet.
    case complete(TimedEvent)
    case endedByRunner
  }

  private var workout: PacedWorkout
  private let session: String
  private let sender: CueSender
  private let display: any RunDisplay
  private var isAsking = false
  private var alarm: Timer?
  private var onOutcome: (@EventLoop (Outcome) -> Void)?

  init(_ workout: PacedWorkout, session: String, sender: CueSender, display: any RunDisplay) {
    self.workout = workout
    self.session = session
    self.sender = sender
    self.display = display
  }

  /// Begins, and returns when the workout is over. To be called once.
  func untilOver() async -> Outcome {
    alarm = Timer(.boot) { [weak self] in self?.turn() }
    defer { alarm = nil }
    return await withCheckedContinuation { continuation in
      onOutcome = { continuation.resume(returning: $0) }
      turn()
    }
  }

  /// Takes a key: space pauses and resumes, q ends after a question. Once the workout is over, keys mean nothing.
  func press(_ key: UInt8) {
    guard onOutcome != nil else { return }
    switch key {
    case _ where isAsking: answer(key)
    case UInt8(ascii: " "): togglePause()
    case UInt8(ascii: "q"), UInt8(ascii: "Q"): isAsking = true
    default: return
    }
    turn()
  }

  /// Ends it for a program that is about to end: nothing fires or is shown any more, and ``untilOver()`` does not
  /// return.
  func stop() {
    alarm?.cancel()
    alarm = nil
  }

  /// The event as a cue of this session.
  func cue(for event: TimedEvent) -> WireCue {
    workout.cue(for: event, session: session, at: .now, wall: .now)
  }

  /// How much of the workout is over.
  var elapsed: Duration { workout.elapsed(at: .now) }
}

// MARK: - Time

extension WorkoutRun {
  private func turn() {
    let now = BootTime.now
    fire(workout.advance(to: now))
    draw(at: now)
    if onOutcome != nil { sleep(after: now) }
  }

  private func fire(_ events: [TimedEvent]) {
    for event in events {
      display.fired(event)
      if event.id == .complete {
        finish(.complete(event))
      } else {
        sender.send(cue(for: event))
      }
    }
  }

  private func draw(at now: BootTime) {
    guard display.isLive else { return }
    display.show(LiveLine(state: workout.state(at: now), total: workout.total, isAsking: isAsking))
  }

  private func sleep(after now: BootTime) {
    // While paused nothing moves, but the display finds out now and then that it is in the foreground again.
    let picture = display.isLive ? workout.nextPicture(after: now) ?? now + .seconds(1) : nil
    guard let next = [workout.nextEvent, picture].compactMap({ $0 }).min() else { return }
    alarm?.arm(at: next.sinceBoot.microseconds)
  }

  private func finish(_ outcome: Outcome) {
    let onOutcome = onOutcome
    self.onOutcome = nil
    alarm?.disarm()
    onOutcome?(outcome)
  }
}

// MARK: - Keys

extension WorkoutRun {
  private func togglePause() {
    let now = BootTime.now
    fire(workout.advance(to: now))
    fire(workout.togglePause(at: now))
  }

  private func answer(_ key: UInt8) {
    isAsking = false
    if key == UInt8(ascii: "y") || key == UInt8(ascii: "Y") { finish(.endedByRunner) }
  }
}
