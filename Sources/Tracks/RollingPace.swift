import Cue
import History

/// How fast somebody was in the last half minute before some moment.
struct RollingPace {
  static let window: Duration = .seconds(30)

  /// In order.
  private let legs: [Leg]

  init(_ legs: [Leg]) { self.legs = legs }

  /// The pace of the legs, or parts of legs, in the window that ends at that moment; nil where they come to less than
  /// 20 m, which says nothing.
  func pace(at moment: WallTime) -> Pace? {
    let begin = moment - Self.window
    let parts = legs[firstLeg(endingAfter: begin)...].prefix { $0.start < moment }.map {
      $0.part(from: begin, to: moment)
    }
    return Pace(parts.map { ($0.length, $0.metres) })
  }

  /// By halving, since a run has thousands of legs.
  private func firstLeg(endingAfter moment: WallTime) -> Int {
    var (low, high) = (0, legs.count)
    while low < high {
      let middle = (low + high) / 2
      if legs[middle].end <= moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
