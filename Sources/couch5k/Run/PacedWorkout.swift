import Cue
import CueInterface
import CueQueue
import RunScreen
import Workout
import WorkoutEngine

/// A workout under way at some speed. All moments that go in and come out are of the boot clock.
struct PacedWorkout {
  private(set) var engine: Engine
  let clock: WorkoutClock
  /// How much of the workout counted as over when it began.
  let startElapsed: Duration
  /// How much of the workout goes by from one picture to the next: a second, and at high speed more, so that there are
  /// ten pictures a second at most.
  private let pictureStep: Duration

  init(_ workout: Workout, elapsed: Duration, speed: Double, startingAt moment: BootTime) {
    self.init(
      Engine(workout, startingAt: moment, elapsed: elapsed), WorkoutClock(origin: moment, speed: speed),
      startElapsed: elapsed)
  }

  init(_ engine: Engine, _ clock: WorkoutClock, startElapsed: Duration) {
    self.startElapsed = startElapsed
    self.engine = engine
    self.clock = clock
    pictureStep = .seconds(max(1, Int((clock.speed / 10).rounded(.up))))
  }

  /// When it began.
  var start: BootTime { clock.origin }

  /// How many of its seconds go by in one second.
  var speed: Double { clock.speed }

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

  /// The workout's event of that id; nil where it has none.
  func event(_ id: String) -> TimedEvent? { engine.event(id) }

  /// When that event is due, or was, if nobody pauses; nil while paused.
  func moment(of event: TimedEvent) -> BootTime? { engine.time(ofElapsed: event.due).map(clock.moment(of:)) }

  /// When the next event is due; nil while paused and after the last.
  var nextEvent: BootTime? { engine.nextEventTime.map(clock.moment(of:)) }

  /// The events that are due later than now, by that time at most, if nobody pauses, each with its moment; in order.
  /// None while paused.
  func upcoming(within horizon: Duration, at moment: BootTime) -> [(event: TimedEvent, due: BootTime)] {
    engine.upcoming(within: clock.length(of: horizon), at: clock.reading(at: moment)).compactMap { event in
      engine.time(ofElapsed: event.due).map { (event, clock.moment(of: $0)) }
    }
  }

  /// When the next event that is later than that will be so near; nil while paused and when there is none.
  func nextArrival(within horizon: Duration, after moment: BootTime) -> BootTime? {
    engine.pending.lazy.compactMap { engine.time(ofElapsed: $0.due).map(clock.moment(of:)) }
      .first { $0 - moment > horizon }.map { $0 - horizon }
  }

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
  ///   - due: when it is to be heard; nil: at once.
  ///   - moment: now.
  ///   - wall: now, by the wall clock.
  func cue(
    for event: TimedEvent, session: String, due: BootTime? = nil, at moment: BootTime, wall: WallTime
  ) -> WireCue {
    let end = event.intervalEnd.flatMap(engine.time(ofElapsed:)).map(clock.moment(of:))
    let at = due.map { wall + ($0 - moment) }
    let expires = end.map { wall + ($0 - moment) } ?? (at ?? wall) + event.event.kind.patience
    return WireCue(id: event.id.description, session: session, event: event.event, at: at, expires: expires)
  }
}
