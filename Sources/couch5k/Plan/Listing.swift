import CommandLineTool
import RunScreen
import Workout

extension Workout {
  /// Its intervals for a person, a line each.
  var listing: String {
    let rows = zip(offsets, intervals).map { offset, interval in
      "\(offset.clock)  \(interval.kind.title.padded(to: Interval.Kind.titleWidth))  \(interval.duration.clock)"
    }
    return (["Week \(id.week), run \(id.day)", ""] + rows + ["\(total.clock)  Done"]).joined(separator: "\n")
  }
}

extension Interval.Kind {
  static let titleWidth = allCases.map(\.title.count).max() ?? 0
}
