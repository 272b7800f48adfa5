import Cue
import CueQueue
import Sound
import Workout
import WorkoutEngine

/// Where each cue of a workout lies in a sound as long as the workout: as the daemon would play it for a runner who
/// never pauses.
struct CueTrack {
  struct Placement: Equatable {
    let event: TimedEvent
    let start: Frames
    let length: Frames

    var end: Frames { start + length }
  }

  /// In the order in which they are heard; no two overlap.
  let placements: [Placement]

  /// As long as it takes until the last cue has ended.
  var length: Frames { placements.last?.end ?? .zero }

  /// - Parameters:
  ///   - schedule: in the order in which the events are due.
  ///   - length: how long the cue of an event lasts.
  init(_ schedule: [TimedEvent], length: (Event) -> Frames) {
    var placements: [Placement] = []
    for (index, event) in schedule.enumerated() {
      let due = Frames(event.due)
      let previousEnd = placements.last?.end ?? .zero
      let start = due < previousEnd ? previousEnd + .betweenCues : due
      let nextPhase = schedule[(index + 1)...].first { $0.event.kind.isPhase }
      // Like the daemon: not once a later phase has begun, and not when it is too late.
      if let nextPhase, Frames(nextPhase.due) <= start { continue }
      if start >= Frames(event.expires) { continue }
      placements.append(Placement(event: event, start: start, length: length(event.event)))
    }
    self.placements = placements
  }
}

extension TimedEvent {
  /// From when on its cue is not worth hearing, in elapsed time.
  fileprivate var expires: Duration { intervalEnd ?? due + event.kind.patience }
}
