import Cue
import History
import Tracks
import Workout

@testable import GPX

/// A GPX file, in two pieces; and the run that it measures.
func readTrack(_ input: UnsafeRawBufferPointer) {
  let bytes = Array(input)
  let parser = GPXParser()
  do throws(GPXError) {
    try parser.feed(bytes[..<(bytes.count / 2)])
    try parser.feed(bytes[(bytes.count / 2)...])
    measure(try parser.finish())
  } catch {
    return
  }
}

private func measure(_ track: Track) {
  guard let span = track.span else { return }
  let middle = span.lowerBound + (span.upperBound - span.lowerBound) / 2
  let segments = [
    Segment(.run, start: span.lowerBound, end: middle, moving: middle - span.lowerBound),
    Segment(.walk, start: middle, end: span.upperBound, moving: span.upperBound - middle),
  ]
  // However long the file says that it took, a run is over after some hours.
  var run = CompletedRun(
    id: RunID(), workout: .first, start: span.lowerBound, end: span.upperBound,
    moving: min(.seconds(20_000), span.upperBound - span.lowerBound), metres: nil, outcome: .completed,
    segments: segments, pauses: [CompletedRun.Pause(start: middle, end: middle + .seconds(1))])
  let cover = run.attach(track)
  precondition(
    (0...1).contains(cover) && (cover >= CompletedRun.leastCoverOfRun) == (run.metres != nil),
    "a track covers \(cover) of a run")
  let distances = ([run.metres] + run.segments.map(\.metres)).compactMap { $0 }
  precondition(distances.allSatisfy { $0.isFinite && $0 >= 0 }, "somebody ran \(distances) metres")
  precondition(run.paces.allSatisfy { $0.pace.perKilometre > .zero }, "somebody was faster than light")
}
