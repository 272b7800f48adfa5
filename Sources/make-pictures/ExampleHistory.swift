import Cue
import History
import Workout

/// What somebody may have run who is in the sixth week: three times a week at noon, a little faster each week. Once they
/// did not look at how far it was, and the first 20 minutes without a walk were too long at the first attempt.
enum ExampleHistory {
  fileprivate struct Entry {
    let week: Int
    let day: Int
    /// Since the first.
    let daysLater: Int
    /// Seconds for a kilometre, running and walking; nil: nobody knows.
    let paces: (run: Double, walk: Double)?
    /// How much of it was done; nil: all.
    var stopped: Duration?
  }

  /// 2026-09-07, 11:00 UTC: the same day nearly everywhere.
  fileprivate static let first = WallTime(microseconds: 1_788_778_800_000_000)

  private static let entries = [
    Entry(week: 1, day: 1, daysLater: 0, paces: (458, 702)),
    Entry(week: 1, day: 2, daysLater: 2, paces: (451, 690)),
    Entry(week: 1, day: 3, daysLater: 4, paces: (455, 681)),
    Entry(week: 2, day: 1, daysLater: 7, paces: (447, 688)),
    Entry(week: 2, day: 2, daysLater: 9, paces: nil),
    Entry(week: 2, day: 3, daysLater: 12, paces: (440, 672)),
    Entry(week: 3, day: 1, daysLater: 14, paces: (443, 676)),
    Entry(week: 3, day: 2, daysLater: 16, paces: (436, 665)),
    Entry(week: 3, day: 3, daysLater: 18, paces: (431, 670)),
    Entry(week: 4, day: 1, daysLater: 21, paces: (437, 662)),
    Entry(week: 4, day: 2, daysLater: 23, paces: (428, 655)),
    Entry(week: 4, day: 3, daysLater: 25, paces: (430, 659)),
    Entry(week: 5, day: 1, daysLater: 28, paces: (424, 651)),
    Entry(week: 5, day: 2, daysLater: 30, paces: (427, 648)),
    Entry(week: 5, day: 3, daysLater: 32, paces: (419, 657), stopped: .seconds(300 + 810)),
    Entry(week: 5, day: 3, daysLater: 35, paces: (429, 645)),
    Entry(week: 6, day: 1, daysLater: 37, paces: (418, 640)),
  ]

  static var history: RunHistory { RunHistory(runs: entries.compactMap(\.run)) }
}

extension ExampleHistory.Entry {
  /// Nil where the plan has no such workout.
  fileprivate var run: CompletedRun? {
    guard let workout = Plan.workout(week: week, day: day) else { return nil }
    let start = ExampleHistory.first + .seconds(86_400 * daysLater)
    let segments = segments(of: workout, from: start)
    let moving = stopped ?? workout.total
    return CompletedRun(
      id: RunID(), workout: workout.id, start: start, end: start + moving, moving: moving,
      metres: paces.map { _ in segments.compactMap(\.metres).reduce(0, +) },
      outcome: stopped == nil ? .completed : .endedEarly, segments: segments)
  }

  private func segments(of workout: Workout, from start: WallTime) -> [Segment] {
    zip(workout.offsets, workout.intervals).compactMap { offset, interval in
      let moving = min(interval.duration, (stopped ?? workout.total) - offset)
      guard moving > .zero else { return nil }
      return Segment(
        interval.kind, start: start + offset, end: start + offset + moving, moving: moving,
        metres: pace(of: interval.kind).map { (moving / .seconds($0) * 1_000).rounded() })
    }
  }

  private func pace(of kind: Interval.Kind) -> Double? { kind == .run ? paces?.run : paces?.walk }
}
