/// Repeated measurements of one thing, in milliseconds, and what is said about them.
struct Sample: Encodable, Sendable {
  private(set) var milliseconds: [Double] = []
  /// How often it was to be measured and there was nothing to be found.
  private(set) var missed = 0

  mutating func add(_ duration: Duration?) {
    guard let duration else {
      missed += 1
      return
    }
    milliseconds.append(duration.milliseconds)
  }

  var isEmpty: Bool { milliseconds.isEmpty }
  var median: Double { quantile(0.5) }
  var least: Double { quantile(0) }
  var greatest: Double { quantile(1) }
  var lowerQuartile: Double { quantile(0.25) }
  var upperQuartile: Double { quantile(0.75) }
  /// The one that is farthest from zero.
  var worst: Double { abs(least) > abs(greatest) ? least : greatest }

  /// Whether half of the measurements lie so far apart that the median says little.
  var isNoisy: Bool { upperQuartile - lowerQuartile > max(1, median / 2) }

  /// Between two measurements, the line from one to the other; 0 where nothing was measured.
  private func quantile(_ share: Double) -> Double {
    guard let last = milliseconds.indices.last else { return 0 }
    let sorted = milliseconds.sorted()
    let place = share * Double(last)
    let below = Int(place)
    let above = min(below + 1, last)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
