/// An ordered list of intervals: a warmup, runs and walks, a cooldown.
public struct Workout: Hashable, Sendable {
  public let id: WorkoutID
  /// What stands between the warmup and the cooldown, as the plan says it.
  public let work: Work
  /// A warmup first, a cooldown last, runs and walks between them.
  public let intervals: [Interval]
  /// When each interval begins, counted from the start of the workout; as many as there are intervals.
  public let offsets: [Duration]
  /// How long it lasts, from the start of the warmup to the end of the cooldown.
  public let total: Duration

  /// A workout of that work.
  ///
  /// Work that ends with a walk has that walk joined to the cooldown: one longer cooldown, announced once, and the same
  /// total time.
  ///
  /// - Parameters:
  ///   - warmup: Whole seconds, one at least.
  ///   - cooldown: The walk after the work; whole seconds, one at least.
  public init(_ id: WorkoutID, _ work: Work, warmup: Duration = Plan.warmup, cooldown: Duration = Plan.cooldown) {
    let intervals = [Interval(.warmup, warmup)] + Self.join(work.intervals, to: cooldown)
    self.id = id
    self.work = work
    self.intervals = intervals

    var end = Duration.zero
    offsets = intervals.map { interval in
      defer { end += interval.duration }
      return end
    }
    total = end
  }

  private static func join(_ work: [Interval], to cooldown: Duration) -> [Interval] {
    guard let last = work.last, last.kind == .walk else { return work + [Interval(.cooldown, cooldown)] }
    return work.dropLast() + [Interval(.cooldown, last.duration + cooldown)]
  }
}
