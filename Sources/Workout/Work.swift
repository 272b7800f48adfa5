/// What a workout asks for between its warmup and its cooldown: some intervals, once or several times over.
public struct Work: Hashable, Sendable {
  /// How often ``part`` is done; one at least.
  public let times: Int
  /// Runs and walks; never empty.
  public let part: [Interval]

  public static func once(_ part: Interval...) -> Self { Self(times: 1, part: part) }

  /// - Parameter times: One at least.
  public static func repeated(_ times: Int, _ part: Interval...) -> Self { Self(times: times, part: part) }

  private init(times: Int, part: [Interval]) {
    precondition(times >= 1, "work is done once at least")
    precondition(!part.isEmpty, "work has one interval at least")
    precondition(part.allSatisfy { $0.kind == .run || $0.kind == .walk }, "work is made of runs and walks")
    self.times = times
    self.part = part
  }

  /// All its intervals, one after another.
  public var intervals: [Interval] { Array(repeatElement(part, count: times).joined()) }
}
