/// What a chart shows, and in which unit.
public enum Quantity: Hashable, Sendable {
  /// A length of time.
  case minutes
  case kilometres
  /// Seconds for a kilometre: the fewer, the higher it is drawn.
  case pace

  /// Whether less is higher.
  var isInverted: Bool { self == .pace }

  /// What may lie between two marks of an axis, the smallest first. Beyond the last, it doubles.
  var steps: [Double] {
    switch self {
    case .minutes: [1, 2, 5, 10, 20, 30, 60]
    case .kilometres: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
    case .pace: [10, 15, 30, 60, 120, 300, 600]
    }
  }

  /// A value as a mark of an axis has it, which is a multiple of one of the ``steps``.
  func mark(_ value: Double) -> String {
    switch self {
    case .minutes: "\(Int(value.rounded())) min"
    case .kilometres: "\(FixedPoint(value, digits: value == value.rounded() ? 0 : 1)) km"
    case .pace: Self.clock(value)
    }
  }

  /// A value as it is told: `20:00`, `4.25 km`, `7:30 /km`.
  func text(_ value: Double) -> String {
    switch self {
    case .minutes: Self.clock(value * 60)
    case .kilometres: "\(FixedPoint(value, digits: 2)) km"
    case .pace: "\(Self.clock(value)) /km"
    }
  }

  private static func clock(_ seconds: Double) -> String {
    let (minutes, rest) = Int(seconds.rounded()).quotientAndRemainder(dividingBy: 60)
    return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// A number of zero or more with so many digits after its point: there is no `String(format:)` without Foundation.
struct FixedPoint: CustomStringConvertible {
  let description: String

  init(_ value: Double, digits: Int) {
    let power = (0..<digits).reduce(1) { product, _ in product * 10 }
    let (whole, rest) = Int((value * Double(power)).rounded()).quotientAndRemainder(dividingBy: power)
    let fraction = String(rest)
    description =
      digits == 0 ? "\(whole)" : "\(whole).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
  }
}
