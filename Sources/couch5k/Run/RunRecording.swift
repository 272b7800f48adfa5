import Cue
import CueQueue
import History
import Workout
import WorkoutEngine

/// What is known of a run under way for the history.
///
/// A value without a clock: times go in, and at the end a run comes out.
struct RunRecording {
  /// A time in which the run stood still.
  struct Pause: Hashable {
    /// How much of the workout was over.
    let elapsed: Duration
    let begun: BootTime
    /// Nil while it lasts.
    var length: Duration?
  }

  let id: RunID
  let workout: Workout
  /// When it began, by both clocks.
  let start: Now
  /// How much of the workout counted as over then.
  let startElapsed: Duration
  /// How many seconds of the workout go by in one second.
  let speed: Double
  private(set) var pauses: [Pause] = []

  init(
    _ workout: Workout, start: Now, startElapsed: Duration = .zero, speed: Double = 1, id: RunID = RunID(),
    pauses: [Pause] = []
  ) {
    self.pauses = pauses
    (self.workout, self.start, self.startElapsed, self.speed, self.id) = (workout, start, startElapsed, speed, id)
  }

  /// Takes note of a pause or a resumption that fires at that moment; of nothing else.
  mutating func note(_ event: TimedEvent, at moment: BootTime) {
    switch event.id {
    case .paused: pauses.append(Pause(elapsed: event.due, begun: moment))
    case .resumed:
      guard let last = pauses.last, last.length == nil else { return }
      pauses[pauses.count - 1].length = moment - last.begun
    case .start, .transition, .warning, .halfway, .minute, .complete: break
    }
  }

  /// The run that ends at that moment, when so much of the workout is over.
  func run(endingAt moment: BootTime, elapsed: Duration, _ outcome: CompletedRun.Outcome) -> CompletedRun {
    CompletedRun(
      id: id, workout: workout.id, start: start.wall, end: start.wall + (moment - start.boot),
      moving: max(.zero, elapsed - startElapsed), metres: nil, outcome: outcome, segments: segments(until: elapsed),
      pauses: pauses.map { pause in
        let begin = start.wall + (pause.begun - start.boot)
        return CompletedRun.Pause(start: begin, end: begin + (pause.length ?? moment - pause.begun))
      })
  }

  private func segments(until elapsed: Duration) -> [Segment] {
    zip(workout.offsets, workout.intervals).compactMap { offset, interval in
      let from = max(offset, startElapsed)
      let to = min(offset + interval.duration, elapsed)
      return from < to ? Segment(interval.kind, start: time(of: from), end: time(of: to), moving: to - from) : nil
    }
  }

  /// When so much of the workout was over; the end of what was done before, where a pause began at that moment.
  private func time(of elapsed: Duration) -> WallTime {
    let paused = pauses.filter { $0.elapsed < elapsed }.compactMap(\.length).reduce(.zero, +)
    return start.wall + (elapsed - startElapsed) / speed + paused
  }
}
