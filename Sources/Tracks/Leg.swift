import Cue
import History

/// The way from one point that counts to the next.
struct Leg: Hashable {
  let start: WallTime
  let end: WallTime
  let metres: Double

  var length: Duration { end - start }

  /// How much of it lies between two moments, if its speed was the same all the way.
  func part(from begin: WallTime, to finish: WallTime) -> (length: Duration, metres: Double) {
    let length = min(end, finish) - max(start, begin)
    return length > .zero ? (length, metres * (length / self.length)) : (.zero, 0)
  }
}

extension Track {
  /// The ways between its points, in order. Left out are points that are too inaccurate, and those that are not later
  /// than the one before them; and ways over a pause and over the end of a stretch, where nobody knows the way.
  func legs(without pauses: [CompletedRun.Pause]) -> [Leg] {
    var legs: [Leg] = []
    var latest: WallTime?
    for stretch in stretches.sorted(by: { ($0.first?.time.microseconds ?? 0) < ($1.first?.time.microseconds ?? 0) }) {
      var previous: TrackPoint?
      for point in stretch where point.isAccepted {
        if let latest, point.time <= latest { continue }
        if let previous {
          legs.append(Leg(start: previous.time, end: point.time, metres: previous.metres(to: point)))
        }
        previous = point
        latest = point.time
      }
    }
    return legs.filter { leg in !pauses.contains { $0.start < leg.end && leg.start < $0.end } }
  }
}
