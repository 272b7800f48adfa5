/// A workout's place in the plan. There is none that the plan does not have.
public struct WorkoutID: Hashable, Sendable {
  public static let weeks = 1...9
  public static let days = 1...3

  public let week: Int
  public let day: Int

  /// Nil if the plan has no such week (1–9) or no such day (1–3).
  public init?(week: Int, day: Int) {
    guard Self.weeks.contains(week), Self.days.contains(day) else { return nil }
    self.init(knownWeek: week, day: day)
  }

  private init(knownWeek week: Int, day: Int) {
    self.week = week
    self.day = day
  }

  /// The one with which the plan begins.
  public static let first = Self(knownWeek: weeks.lowerBound, day: days.lowerBound)

  /// The one after this; nil after the plan's last.
  public var next: Self? { Self(week: week, day: day + 1) ?? Self(week: week + 1, day: Self.days.lowerBound) }
}

extension WorkoutID: Comparable {
  public static func < (a: Self, b: Self) -> Bool { (a.week, a.day) < (b.week, b.day) }
}

extension WorkoutID: CaseIterable {
  /// In the plan's order.
  public static let allCases = weeks.flatMap { week in days.map { day in Self(knownWeek: week, day: day) } }
}

extension WorkoutID: CustomStringConvertible {
  public var description: String { "week \(week), run \(day)" }
}
