/// From values to places on an axis, with marks at round numbers.
struct Scale: Hashable {
  /// The most steps from one end to the other.
  static let mostSteps = 5

  let quantity: Quantity
  /// What the first mark stands for.
  let lowest: Double
  /// What lies between two marks.
  let step: Double
  /// How many of them there are; one at least.
  let steps: Int

  /// - Parameters:
  ///   - values: all of them have a place on the axis; one at least.
  ///   - startsAtZero: whether 0 has one, too.
  init(_ values: [Double], of quantity: Quantity, startsAtZero: Bool) {
    self.quantity = quantity
    let least = startsAtZero ? 0 : values.min() ?? 0
    let most = values.max() ?? 0
    var candidates = quantity.steps[...]
    var step = candidates.removeFirst()
    while Self.steps(from: least, to: most, by: step) > Self.mostSteps { step = candidates.popFirst() ?? step * 2 }
    self.step = step
    lowest = (least / step).rounded(.down) * step
    steps = max(1, Self.steps(from: least, to: most, by: step))
  }

  /// How many steps it takes from the mark below one value to the mark above another.
  private static func steps(from least: Double, to most: Double, by step: Double) -> Int {
    Int((most / step).rounded(.up) - (least / step).rounded(.down))
  }

  /// How high a value stands, 0 to 1.
  func height(of value: Double) -> Double {
    let part = (value - lowest) / (step * Double(steps))
    return quantity.isInverted ? 1 - part : part
  }

  /// The marks from the bottom to the top.
  var marks: [String] {
    let marks = (0...steps).map { quantity.mark(lowest + Double($0) * step) }
    return quantity.isInverted ? marks.reversed() : marks
  }
}
