import Testing
import Workout

/// The plan as it is published, one line a week.
private let published = [
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

@Suite struct PlanTests {
  @Test func `The plan has 27 workouts, nine weeks of three, in order`() {
    let expected = (1...9).flatMap { week in (1...3).map { "week \(week), run \($0)" } }
    #expect(Plan.workouts.map(\.id.description) == expected)
    #expect(Plan.workouts.map(\.id) == WorkoutID.allCases)
  }

  @Test(arguments: Plan.workouts)
  func `A workout begins with five minutes of warmup and ends with a cooldown`(workout: Workout) {
    #expect(workout.intervals.first == Interval(.warmup, .seconds(300)))
    #expect(workout.intervals.last?.kind == .cooldown)
    #expect(workout.intervals.dropFirst().dropLast().allSatisfy { $0.kind == .run || $0.kind == .walk })
  }

  @Test(arguments: zip(1...9, published))
  func `A week's summary is its line in the published table`(week: Int, line: String) {
    #expect(Plan.summary(ofWeek: week) == line)
  }

  @Test(arguments: zip(1...9, published))
  func `A week's workouts are what its line in the published table says`(week: Int, line: String) throws {
    for (day, work) in zip(1...3, try days(of: line)) {
      let workout = try #require(Plan.workout(week: week, day: day))
      #expect(workout.intervals.map(described) == joinedToCooldown(work))
    }
  }

  /// Seconds, reckoned by hand: 600 and the sum of the published line.
  @Test(
    arguments: [
      (1, [1800, 1800, 1800]), (2, [1860, 1860, 1860]), (3, [1680, 1680, 1680]), (4, [1890, 1890, 1890]),
      (5, [2040, 1860, 1800]), (6, [2040, 1980, 2100]), (7, [2100, 2100, 2100]), (8, [2280, 2280, 2280]),
      (9, [2400, 2400, 2400]),
    ])
  func `A workout's total is ten minutes and its work`(week: Int, totals: [Int]) {
    #expect((1...3).map { Plan.workout(week: week, day: $0)?.total } == totals.map { .seconds($0) })
  }

  /// Seconds of the cooldown.
  @Test(
    arguments: [
      (1, [390, 390, 390]), (2, [420, 420, 420]), (3, [480, 480, 480]), (4, [300, 300, 300]), (5, [480, 300, 300]),
      (6, [300, 300, 300]), (7, [300, 300, 300]), (8, [300, 300, 300]), (9, [300, 300, 300]),
    ])
  func `A walk that ends the work is joined to the cooldown`(week: Int, cooldowns: [Int]) {
    let built = (1...3).map { Plan.workout(week: week, day: $0)?.intervals.last?.duration }
    #expect(built == cooldowns.map { .seconds($0) })
  }

  @Test(arguments: [(0, 1), (10, 1), (1, 0), (1, 4), (-1, -1)])
  func `A workout that the plan does not have is not found`(week: Int, day: Int) {
    #expect(Plan.workout(week: week, day: day) == nil)
    #expect(WorkoutID(week: week, day: day) == nil)
  }

  @Test(arguments: [0, 10, -3])
  func `A week that the plan does not have has no summary`(week: Int) {
    #expect(Plan.summary(ofWeek: week) == nil)
  }

  @Test(arguments: Plan.workouts)
  func `A workout is found by its identity and by its week and day`(workout: Workout) {
    #expect(Plan.workout(workout.id) == workout)
    #expect(Plan.workout(week: workout.id.week, day: workout.id.day) == workout)
  }

  @Test func `The next workout is the one after the furthest that is complete`() throws {
    func id(_ week: Int, _ day: Int) throws -> WorkoutID { try #require(WorkoutID(week: week, day: day)) }
    #expect(Plan.next(after: []) == (try id(1, 1)))
    #expect(Plan.next(after: [try id(1, 1)]) == (try id(1, 2)))
    #expect(Plan.next(after: [try id(4, 3), try id(2, 1)]) == (try id(5, 1)))
    #expect(Plan.next(after: [try id(9, 3)]) == nil)
  }
}

/// The published line of each of a week's days, as a list of `300 s run`.
private func days(of line: String) throws -> [[String]] {
  guard line.hasPrefix("Run 1") else { return Array(repeating: try list(line), count: 3) }
  return try line.split(separator: ". ").map { try list(String($0.drop { $0 != ":" }.dropFirst(2))) }
}

private func list(_ work: String) throws -> [String] {
  if let repeated = work.wholeMatch(of: /(\d+) × \((.*)\)/) {
    let part = try list(String(repeated.2))
    return Array(repeatElement(part, count: try #require(Int(repeated.1))).joined())
  }
  return try work.split(separator: ", ").map { item in
    let words = item.split(separator: " ")
    let number = try #require(Double(words[0]))
    return "\(Int(words[1] == "min" ? 60 * number : number)) s \(words[2])"
  }
}

/// The work between warmup and cooldown, with the rule of the joined walk applied to its text.
private func joinedToCooldown(_ work: [String]) -> [String] {
  let warmup = "300 s warmup"
  guard let last = work.last, last.hasSuffix("walk"), let walk = last.split(separator: " ").first.flatMap({ Int($0) })
  else { return [warmup] + work + ["300 s cooldown"] }
  return [warmup] + Array(work.dropLast()) + ["\(walk + 300) s cooldown"]
}

private func described(_ interval: Interval) -> String {
  "\(interval.duration.components.seconds) s \(interval.kind)"
}
