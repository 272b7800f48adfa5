/// An exercise on the spot that warms up for a workout, and is no part of it.
public enum Drill: String, Hashable, Sendable, CaseIterable {
  case aSkips = "a-skips"
  case bSkips = "b-skips"
  case highKnees = "high-knees"
  case jumpInPlace = "jump-in-place"
  case buttKicks = "butt-kicks"

  public var duration: Duration {
    switch self {
    case .aSkips, .bSkips: .seconds(45)
    case .highKnees, .buttKicks: .seconds(30)
    case .jumpInPlace: .seconds(60)
    }
  }
}
