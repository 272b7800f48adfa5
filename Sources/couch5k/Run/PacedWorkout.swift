import Cue
import CueInterface
import CueQueue
import Workout
import WorkoutEngine

/// A workout under way at some speed. All moments that go in and come out are of the boot clock.
struct PacedWorkout {
  private(set) var engine: Engine
  private let clock: WorkoutClock
  /// How much of the workout goes by from one picture to the next: a second, and at high speed more, so that there are
  /// ten pictures a second at most.
  private let pictureStep: Duration

  init(_ workout: Workout, elapsed: Duration, speed: Double, startingAt moment: BootTime) {
    clock = WorkoutClock(origin: moment, speed: speed)
    engine = Engine(workout, startingAt: moment, elapsed: elapsed)
    pictureStep = .seconds(max(1, Int((speed / 10).rounded(.up))))
  }

  /// How long the whole workout lasts.
  var total: Duration { engine.workout.total }

  func state(at moment: BootTime) -> Engine.State { engine.state(at: clock.reading(at: moment)) }

  /// How much of the workout is over, pauses left out.
  func elapsed(at moment: BootTime) -> Duration {
    switch state(at: moment) {
    case .running(let position), .paused(let position): position.elapsed
    case .complete: total
    }
  }

  var isPaused: Bool { engine.time(ofElapsed: .zero) == nil }

  /// The events that fire now.
  ///
  /// What is late by up to a second of the world's time fires one after another: on a fast clock that is but a moment
  /// of a busy machine, and no gap in which the engine should leave anything out.
  mutating func advance(to moment: BootTime) -> [TimedEvent] {
    let now = clock.reading(at: moment)
    var fired: [TimedEvent] = []
    while let due = engine.nextEventTime, due <= now, moment - clock.moment(of: due) <= Engine.window {
      fired += engine.advance(to: due)
    }
    return fired + engine.advance(to: now)
  }

  /// Pauses what runs and resumes what is paused; nothing happens to what is complete.
  mutating func togglePause(at moment: BootTime) -> [TimedEvent] {
    let now = clock.reading(at: moment)
    return isPaused ? engine.resume(at: now) : engine.pause(at: now)
  }

  /// When the next event is due; nil while paused and after the last.
  var nextEvent: BootTime? { engine.nextEventTime.map(clock.moment(of:)) }

  /// When the next whole second of the workout begins, or as many later as go from picture to picture; nil while paused
  /// and when it is complete.
  func nextPicture(after moment: BootTime) -> BootTime? {
    guard case .running(let position) = state(at: moment) else { return nil }
    let next = pictureStep * (Int(position.elapsed / pictureStep) + 1)
    return engine.time(ofElapsed: next).map(clock.moment(of:))
  }

  /// The event as it is sent to the daemon. It is worth hearing until the interval that it begins ends, or else for as
  /// long as the daemon holds one of its kind to be.
  ///
  /// - Parameters:
  ///   - moment: now, when it has fired.
  ///   - wall: now, by the wall clock.
  func cue(for event: TimedEvent, session: String, at moment: BootTime, wall: WallTime) -> WireCue {
    let end = event.intervalEnd.flatMap(engine.time(ofElapsed:)).map(clock.moment(of:))
    let patience = end.map { $0 - moment } ?? event.event.kind.patience
    return WireCue(id: event.id.description, session: session, event: event.event, expires: wall + patience)
  }
}
