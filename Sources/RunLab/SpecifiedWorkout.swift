/// A workout as the specification of the plan has it, read from the specification's own words: a second way to the plan,
/// which shares nothing with the one that the programs go.
public struct SpecifiedWorkout: Sendable {
  public struct Interval: Equatable, Sendable {
    public enum Kind: String, Sendable { case warmup, run, walk, cooldown }

    public var kind: Kind
    public var seconds: Int
  }

  public let week: Int
  public let day: Int
  public let intervals: [Interval]

  /// All 27, in order.
  public static let all: [SpecifiedWorkout] = table.enumerated().flatMap { index, row in
    (1...3).map { day in
      SpecifiedWorkout(week: index + 1, day: day, intervals: intervals(around: work(row, on: day)))
    }
  }

  public var seconds: Int { intervals.reduce(0) { $0 + $1.seconds } }

  /// "Work between the warmup and the cooldown", week by week.
  private static let table = [
    "8 × (60 s run, 90 s walk)",
    "6 × (90 s run, 2 min walk)",
    "2 × (90 s run, 90 s walk, 3 min run, 3 min walk)",
    "3 min run, 90 s walk, 5 min run, 2.5 min walk, 3 min run, 90 s walk, 5 min run",
    "Run 1: 3 × (5 min run, 3 min walk). Run 2: 8 min run, 5 min walk, 8 min run. Run 3: 20 min run",
    "Run 1: 5 min run, 3 min walk, 8 min run, 3 min walk, 5 min run. Run 2: 10 min run, 3 min walk, 10 min run. "
      + "Run 3: 25 min run",
    "25 min run",
    "28 min run",
    "30 min run",
  ]

  private static func work(_ row: String, on day: Int) -> Substring {
    let runs = row.split(separator: "Run ")
    let run = runs.first { $0.hasPrefix("\(day): ") }
    return run.map { $0.dropFirst("1: ".count) } ?? row[...]
  }

  /// "Each session starts with a 5 minute warmup walk and ends with a 5 minute cooldown walk." "When the work ends with a
  /// walk, join that walk to the cooldown."
  private static func intervals(around text: Substring) -> [Interval] {
    var work = parsed(text)
    var cooldown = 300
    if let last = work.last, last.kind == .walk {
      work.removeLast()
      cooldown += last.seconds
    }
    return [Interval(kind: .warmup, seconds: 300)] + work + [Interval(kind: .cooldown, seconds: cooldown)]
  }

  private static func parsed(_ text: Substring) -> [Interval] {
    let factors = text.split(separator: " × (")
    let part = factors.last!.prefix { $0 != ")" }.split(separator: ", ").map(interval)
    let times = factors.count == 2 ? Int(factors[0])! : 1
    return Array(repeatElement(part, count: times).joined())
  }

  /// Of `2.5 min walk`; a full stop may follow.
  private static func interval(_ text: Substring) -> Interval {
    let words = text.split { $0 == " " }
    let kind = Interval.Kind(rawValue: String(words[2].prefix { $0.isLetter }))!
    return Interval(kind: kind, seconds: Int(Double(words[0])! * (words[1] == "s" ? 1 : 60)))
  }
}
