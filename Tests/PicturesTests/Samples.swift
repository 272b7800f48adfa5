import Cue
import History
import Workout

@testable import Pictures

/// Runs to draw: the workout of that place in the plan, of which each interval was done, at a pace that grows better.
func sampleRun(_ number: Int, metres: Double?, segmentMetres: Bool = false) -> CompletedRun {
  let start = WallTime(microseconds: Int64(number) * 172_800_000_000)
  let workout = Plan.workouts[number]
  let segments = workout.intervals.map { interval in
    Segment(
      interval.kind, start: start, end: start, moving: interval.duration,
      metres: segmentMetres ? interval.duration / .seconds(1) * (interval.kind == .run ? 2.5 : 1.5) : nil)
  }
  return CompletedRun(
    id: RunID(), workout: workout.id, start: start, end: start + workout.total, moving: workout.total, metres: metres,
    outcome: .completed, segments: segments)
}

func sampleCharts(_ runs: [CompletedRun]) -> [Chart] {
  RunHistory(runs: runs).charts { "day \($0.start.microseconds / 86_400_000_000)" }
}
