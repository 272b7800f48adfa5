import Cue
import CueInterface
import EventLoop
import Workout
import WorkoutEngine

/// A run under way: sleeps until the next event is due or a second is over, passes on what fires, and keeps the daemon
/// supplied with what will.
@EventLoop
final class WorkoutRun {
  enum Outcome {
    /// The last event, whose cue is not sent yet.
    case complete(TimedEvent)
    case endedByRunner
  }

  private var workout: PacedWorkout
  private var ahead: CuesAhead
  private let session: String
  private let sender: CueSender
  private let display: any RunDisplay
  private var isAsking = false
  private var alarm: Timer?
  /// The wall clock counts for what is sent ahead.
  private var clockWatch: ClockWatch?
  private var onOutcome: (@EventLoop (Outcome) -> Void)?

  init(_ workout: PacedWorkout, session: String, sender: CueSender, display: any RunDisplay) {
    self.workout = workout
    self.session = session
    ahead = CuesAhead(session: session)
    self.sender = sender
    self.display = display
  }

  /// Begins, and returns when the workout is over. To be called once.
  func untilOver() async -> Outcome {
    alarm = Timer(.boot) { [weak self] in self?.turn() }
    clockWatch = ClockWatch { [weak self] in self?.sendAhead() }
    defer { stop() }
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
    clockWatch?.cancel()
    clockWatch = nil
  }

  /// The event as a cue of this session: the one that was sent before it was due, if it was.
  func cue(for event: TimedEvent) -> WireCue { ahead.cue(for: event, of: workout, at: .present) }

  /// How much of the workout is over.
  var elapsed: Duration { workout.elapsed(at: .now) }
}

// MARK: - Time

extension WorkoutRun {
  private func turn() {
    let now = BootTime.now
    fire(workout.advance(to: now))
    sendAhead()
    draw(at: now)
    if onOutcome != nil { sleep(after: now) }
  }

  private func fire(_ events: [TimedEvent]) {
    for event in events { display.fired(event) }
    for cue in ahead.cues(for: events.filter { $0.id != .complete }, of: workout, at: .present) {
      sender.send(cue)
    }
    if let last = events.last, last.id == .complete { finish(.complete(last)) }
  }

  private func sendAhead() {
    for action in ahead.align(with: workout, at: .present) {
      switch action {
      case .send(let cue): sender.send(cue)
      case .cancel(let id): sender.cancel(id, session: session)
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
    let arrival = workout.nextArrival(within: CuesAhead.horizon, after: now)
    guard let next = [workout.nextEvent, arrival, picture].compactMap({ $0 }).min() else { return }
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
    let toggled = workout.togglePause(at: now)
    // What must not begin any more is taken back first.
    sendAhead()
    fire(toggled)
  }

  private func answer(_ key: UInt8) {
    isAsking = false
    if key == UInt8(ascii: "y") || key == UInt8(ascii: "Y") { finish(.endedByRunner) }
  }
}
