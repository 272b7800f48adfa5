extension Plan {
  /// What a week asks for between warmup and cooldown, in a line for a table: `8 × (60 s run, 90 s walk)`, or, where its
  /// days differ, `Run 1: … . Run 2: … . Run 3: …`.
  ///
  /// - Returns: Nil if the plan has no such week (1–9).
  public static func summary(ofWeek week: Int) -> String? {
    guard WorkoutID.weeks.contains(week) else { return nil }
    return weeks[week - 1].summary
  }
}

extension Week {
  fileprivate var summary: String {
    switch self {
    case .same(let work): work.summary
    case .each(let first, let second, let third):
      "Run 1: \(first.summary). Run 2: \(second.summary). Run 3: \(third.summary)"
    }
  }
}

extension Work {
  /// A line for a table: `8 × (60 s run, 90 s walk)` or `8 min run, 5 min walk, 8 min run`.
  public var summary: String {
    let list = part.map { "\($0.duration.abbreviated) \($0.kind.rawValue)" }.joined(separator: ", ")
    return times == 1 ? list : "\(times) × (\(list))"
  }
}

extension Duration {
  /// Whole and half minutes from two minutes on (`3 min`, `2.5 min`), all else in seconds (`90 s`).
  fileprivate var abbreviated: String {
    let seconds = components.seconds
    return switch seconds % 60 {
    case 0 where seconds >= 120: "\(seconds / 60) min"
    case 30 where seconds >= 120: "\(seconds / 60).5 min"
    default: "\(seconds) s"
    }
  }
}
