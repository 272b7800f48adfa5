import Cue
import CueInterface
import CueQueue
import EventLoop
import History
import MediaPlayer
import RunScreen
import Workout
import WorkoutEngine

/// A run under way: sleeps until the next event is due or a second is over, passes on what fires, and keeps the daemon
/// supplied with what will.
@EventLoop
final class WorkoutRun: RunStage {
  enum Outcome {
    /// The last event, whose cue is not sent yet.
    case complete(TimedEvent)
    case endedByRunner

    fileprivate var inHistory: CompletedRun.Outcome {
      switch self {
      case .complete: .completed
      case .endedByRunner: .endedEarly
      }
    }
  }

  private var workout: PacedWorkout
  private var ahead: CuesAhead
  private var recording: RunRecording
  private let session: String
  private let recovery: RecoveryFile
  private let bootID = BootID.current
  private var isKept = false
  /// Whether it was said that the run cannot be kept.
  private var saidUnkept = false
  private let sender: CueSender
  let settings: CueSettings
  private let display: any RunDisplay
  var isAsking = false
  private var alarm: Timer?
  /// The wall clock counts for what is sent ahead.
  private var clockWatch: ClockWatch?
  private var onOutcome: (@EventLoop (Outcome) -> Void)?
  /// Called whenever something about the run may have changed but the time.
  var onChange: (@EventLoop () -> Void)?

  /// - Parameters:
  ///   - unfinished: what another process began, and `workout` goes on with; nil: it begins.
  ///   - recovery: where it is kept while it goes on.
  init(
    _ workout: PacedWorkout, session: String, goingOnWith unfinished: UnfinishedRun? = nil, recovery: RecoveryFile,
    sender: CueSender, settings: CueSettings, display: any RunDisplay
  ) {
    self.workout = workout
    let kept = unfinished.flatMap { RunRecording($0, at: .present, bootID: BootID.current) }
    recording = kept ?? RunRecording(of: workout, at: .present)
    self.session = session
    self.recovery = recovery
    ahead = unfinished.map { CuesAhead($0, of: workout, at: .present) } ?? CuesAhead(session: session)
    self.sender = sender
    self.settings = settings
    self.display = display
  }

  /// Begins, and returns when the workout is over. To be called once.
  ///
  /// - Parameter unpaused: whether one that is paused goes on at once.
  func untilOver(unpaused: Bool = false) async -> Outcome {
    alarm = Timer(.boot) { [weak self] in self?.turn() }
    clockWatch = ClockWatch { [weak self] in self?.sendAhead() }
    settings.onChange = { [weak self] in
      self?.draw(at: .now)
      self?.onChange?()
    }
    defer { stop() }
    return await withCheckedContinuation { continuation in
      onOutcome = { continuation.resume(returning: $0) }
      carryOut(ahead.takeLate())
      turn()
      if unpaused, workout.isPaused { press(UInt8(ascii: " ")) }
    }
  }

  var isOver: Bool { onOutcome == nil }
  var isPaused: Bool { workout.isPaused }

  /// An interval is not skipped.
  func skip() {}

  func end() { finish(.endedByRunner) }

  /// Ends it for a program that is about to end: nothing fires or is shown any more, and ``untilOver()`` does not
  /// return.
  func stop() {
    // Minutes may have passed since the last event, and they are to be in the history if the run is discarded.
    keep()
    alarm?.cancel()
    alarm = nil
    clockWatch?.cancel()
    clockWatch = nil
    settings.onChange = nil
    onChange = nil
  }

  /// The event as a cue of this session: the one that was sent before it was due, if it was.
  func cue(for event: TimedEvent) -> WireCue { ahead.cue(for: event, of: workout, at: .present) }

  /// The run as a media player.
  var mediaPlayer: MediaPlayer {
    MediaPlayer(
      workout.state(at: .now), of: workout.engine.workout, speed: workout.speed, volume: settings.controls.volume)
  }

  /// How much of the workout is over.
  var elapsed: Duration { workout.elapsed(at: .now) }

  /// What goes into the history if it ends now.
  func record(_ outcome: Outcome) -> CompletedRun {
    recording.run(endingAt: .now, elapsed: elapsed, outcome.inHistory)
  }
}

// MARK: - Time

extension WorkoutRun {
  func turn() {
    let now = BootTime.now
    let fired = workout.advance(to: now)
    fire(fired)
    sendAhead(isNews: !fired.isEmpty)
    draw(at: now)
    onChange?()
    if onOutcome != nil { sleep(after: now) }
  }

  private func fire(_ events: [TimedEvent]) {
    for event in events { display.fired(event) }
    for cue in ahead.cues(for: events.filter { $0.id != .complete }, of: workout, at: .present) {
      sender.send(cue)
    }
    if let last = events.last, last.id == .complete { finish(.complete(last)) }
  }

  /// What another process would need to know is kept before the daemon gets it: sent again by that one, it must be the
  /// same. What has fired is kept after it: fired again, it is the same.
  ///
  /// - Parameter isNews: whether there is more to be kept than what is sent.
  private func sendAhead(isNews: Bool = false) {
    let actions = ahead.align(with: workout, at: .present)
    if isNews || !actions.isEmpty || !isKept { keep() }
    carryOut(actions)
  }

  private func carryOut(_ actions: [CuesAhead.Action]) {
    for action in actions {
      switch action {
      case .send(let cue): sender.send(cue)
      case .cancel(let id): sender.cancel(id, session: session)
      }
    }
  }

  /// The end is not kept: resumed from there, a run fires its last event again, which the daemon then knows.
  private func keep() {
    if onOutcome != nil { keepEnd() }
  }

  /// Keeps the run as it is, also where it is over and could not be put into the history.
  func keepEnd() {
    let now = Now.present
    var run = workout.unfinished(session: session, at: now, bootID: bootID)
    run.ahead = ahead.record
    run.record = recording.record(at: now)
    isKept = true
    guard let reason = recovery.write(run), !saidUnkept else { return }
    saidUnkept = true
    display.notice("if couch5k crashes, this run is lost: \(recovery.path): \(reason)")
  }

  private func draw(at now: BootTime) {
    guard display.isLive else { return }
    var scene = RunScene(workout.engine.workout, workout.state(at: now))
    scene.isAsking = isAsking
    scene.cues = settings.controls.level
    display.show(scene)
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
  func togglePause() {
    let now = BootTime.now
    fire(workout.advance(to: now))
    let toggled = workout.togglePause(at: now)
    for event in toggled { recording.note(event, at: now) }
    // What must not begin any more is taken back first.
    sendAhead(isNews: true)
    fire(toggled)
  }
}

extension RunRecording {
  /// - Parameter now: any moment since it began, by both clocks.
  fileprivate init(of workout: PacedWorkout, at now: Now) {
    let start = Now(boot: workout.start, wall: now.wall - (now.boot - workout.start))
    self.init(workout.engine.workout, start: start, startElapsed: workout.startElapsed, speed: workout.speed)
  }
}
