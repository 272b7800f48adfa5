import Cue
import CueInterface
import CueQueue
import CueText
import EventLoop
import MediaPlayer
import RunScreen
import Workout
import WorkoutEngine

/// The drills before a workout: sleeps until the next one begins or a second is over, shows it, and has it said.
///
/// Nothing of them is kept: what is not finished is not gone on with.
@EventLoop
final class DrillRun: RunStage {
  enum Outcome {
    case over
    case endedByRunner
  }

  private var drills: DrillSequence
  private let clock: WorkoutClock
  private let session: String
  private let sender: CueSender
  let settings: CueSettings
  private let display: any RunDisplay
  var isAsking = false
  private var alarm: Timer?
  private var onOutcome: (@EventLoop (Outcome) -> Void)?
  var onChange: (@EventLoop () -> Void)?

  /// - Parameters:
  ///   - speed: how many seconds of them go by in one second.
  ///   - session: that of the workout's cues.
  init(speed: Double, session: String, sender: CueSender, settings: CueSettings, display: any RunDisplay) {
    let now = BootTime.now
    drills = DrillSequence(startingAt: now)
    clock = WorkoutClock(origin: now, speed: speed)
    self.session = session
    self.sender = sender
    self.settings = settings
    self.display = display
  }

  /// Begins, and returns when the last one is over. To be called once.
  func untilOver() async -> Outcome {
    alarm = Timer(.boot) { [weak self] in self?.turn() }
    settings.onChange = { [weak self] in
      self?.draw()
      self?.onChange?()
    }
    defer { stop() }
    return await withCheckedContinuation { continuation in
      onOutcome = { continuation.resume(returning: $0) }
      turn()
    }
  }

  var isOver: Bool { onOutcome == nil }
  var isPaused: Bool { drills.isPaused }

  func end() { finish(.endedByRunner) }

  /// The drills as a media player.
  var mediaPlayer: MediaPlayer {
    MediaPlayer(
      drills.state(at: clock.reading(at: .now)), speed: clock.speed, volume: settings.controls.volume)
  }

  /// Ends it for a program that is about to end: nothing begins any more, and ``untilOver()`` does not return.
  func stop() {
    alarm?.cancel()
    alarm = nil
    settings.onChange = nil
    onChange = nil
  }
}

// MARK: - Time

extension DrillRun {
  func turn() {
    let now = BootTime.now
    let reading = clock.reading(at: now)
    advance(to: reading)
    if case .over = drills.state(at: reading) { return finish(.over) }
    draw()
    onChange?()
    sleep(after: now)
  }

  private func advance(to reading: BootTime) {
    guard let drill = drills.advance(to: reading) else { return }
    display.began(drill)
    sender.send(cue(for: drill, at: reading))
  }

  private func draw() {
    guard display.isLive, var scene = DrillScene(drills.state(at: clock.reading(at: .now))) else { return }
    scene.isAsking = isAsking
    scene.cues = settings.controls.level
    display.show(scene)
  }

  private func sleep(after now: BootTime) {
    let change = drills.nextChange(after: clock.reading(at: now)).map(clock.moment(of:))
    // While paused nothing moves, but the display finds out now and then that it is in the foreground again.
    let picture = display.isLive ? nextPicture(after: now) : nil
    guard let next = [change, picture].compactMap({ $0 }).min() else { return }
    alarm?.arm(at: next.sinceBoot.microseconds)
  }

  /// When the next whole second of the drill begins, but ten pictures a second at most.
  private func nextPicture(after now: BootTime) -> BootTime {
    guard case .running(let position) = drills.state(at: clock.reading(at: now)) else { return now + .seconds(1) }
    let rest = position.remaining - .seconds(position.remaining.components.seconds)
    return now + max(.milliseconds(100), (rest == .zero ? .seconds(1) : rest) / clock.speed)
  }

  private func finish(_ outcome: Outcome) {
    let onOutcome = onOutcome
    self.onOutcome = nil
    alarm?.disarm()
    onOutcome?(outcome)
  }
}

// MARK: - Cues and keys

extension DrillRun {
  private static func id(of drill: Drill) -> String { "drill-\(drill.rawValue)" }

  /// Worth hearing until the drill ends.
  private func cue(for drill: Drill, at reading: BootTime) -> WireCue {
    let rest = drills.nextChange(after: reading).map { ($0 - reading) / clock.speed } ?? .zero
    return WireCue(
      id: Self.id(of: drill), session: session,
      event: .say(drill.sentence(in: .english), chime: Chime.bell.rawValue), expires: .now + rest)
  }

  func togglePause() {
    let reading = clock.reading(at: .now)
    // What begins in this moment is said before the pause.
    advance(to: reading)
    if case .over = drills.state(at: reading) { return }
    drills.togglePause(at: reading)
    let event: Event = drills.isPaused ? .paused : .resumed
    sender.send(
      WireCue(
        id: "drill-\(event.kind)-\(drills.pauseCount)", session: session, event: event,
        expires: .now + event.kind.patience))
  }

  func skip() {
    let reading = clock.reading(at: .now)
    switch drills.state(at: reading) {
    case .running(let position), .paused(let position):
      sender.cancel(Self.id(of: position.drill), session: session)
    case .over: break
    }
    drills.skip(at: reading)
  }
}
