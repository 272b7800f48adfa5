import Cue
import History
import Workout

@testable import Tracks

/// A moment so many seconds after the sample run began.
func moment(_ seconds: Double) -> WallTime {
  WallTime(microseconds: 1_800_000_000_000_000 + Int64(seconds * 1_000_000))
}

/// How far a degree of latitude is, in metres.
let metresOfDegree = 6_371_008.8 * Double.pi / 180

/// A point so many metres to the north of where the sample run began.
func point(_ seconds: Double, _ metres: Double, accuracy: Double? = nil) -> TrackPoint {
  TrackPoint(time: moment(seconds), latitude: metres / metresOfDegree, longitude: 25, accuracy: accuracy)
}

/// Points from one second to another, one each second, at that speed in metres a second.
func points(_ seconds: ClosedRange<Int>, speed: Double, from start: Double = 0) -> [TrackPoint] {
  seconds.map { point(Double($0), start + speed * Double($0 - seconds.lowerBound)) }
}

/// Runs and walks of so many seconds each, by turns, from the beginning of the sample run.
func sampleRun(_ lengths: [Int], pauses: [CompletedRun.Pause] = [], moving: Int? = nil) -> CompletedRun {
  var end = 0
  let segments = lengths.enumerated().map { index, length in
    defer { end += length }
    return Segment(
      index % 2 == 0 ? .run : .walk, start: moment(Double(end)), end: moment(Double(end + length)),
      moving: .seconds(length))
  }
  return CompletedRun(
    id: RunID(), workout: .first, start: moment(0), end: moment(Double(lengths.reduce(0, +))),
    moving: .seconds(moving ?? lengths.reduce(0, +)), metres: nil, outcome: .completed, segments: segments,
    pauses: pauses)
}

func pause(_ start: Double, _ end: Double) -> CompletedRun.Pause {
  CompletedRun.Pause(start: moment(start), end: moment(end))
}

extension Double {
  /// To the centimetre.
  var rounded2: Double { (self * 100).rounded() / 100 }
}
