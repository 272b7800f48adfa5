import Cue
import FoundationEssentials
import History
import Testing
import Workout

@testable import couch5k

@Suite struct PlanTextTests {
  private static func marks(_ ids: some Sequence<WorkoutID>) -> RunHistory {
    RunHistory(marks: Dictionary(ids.map { ($0, Mark(isDone: true, made: WallTime(microseconds: 0))) }) { $1 })
  }
  private static let history = marks([0, 2, 3].map { WorkoutID.allCases[$0] })
  private static let all = marks(WorkoutID.allCases)

  @Test func `Once something is done, the plan's table says what, and what is next`() {
    let text = PlanTable(Self.history).text
    #expect(
      text.hasPrefix(
        """
        Week  Done  Run 1                  Run 2                  Run 3
           1  ✓·✓   8 × (60 s run, 90 s walk) [30:00]
           2  ✓··   6 × (90 s run, 2 min walk) [31:00]
           3  ···   2 × (90 s run, 90 s walk, 3 min run, 3 min walk) [28:00]
           4  ···   3 min run, 90 s walk, 5 min run, 2.5 min walk, 3 min run,
                    90 s walk, 5 min run [31:30]

        """))
    #expect(text.hasSuffix("\nNext is week 2, run 2."))
    #expect(PlanTable(Self.all).text.hasSuffix("\nAll 27 runs are done."))
  }

  @Test func `The plan's table fits 80 columns`() {
    for history in [RunHistory(), Self.history, Self.all] {
      for line in PlanTable(history).text.split(separator: "\n") { #expect(line.count <= 80) }
    }
  }

  @Test func `Each week is a row: of one cell where its runs are alike, else of three`() {
    #expect(
      PlanTable(RunHistory()).text.hasPrefix(
        """
        Week  Run 1                    Run 2                    Run 3
           1  8 × (60 s run, 90 s walk) [30:00]
           2  6 × (90 s run, 2 min walk) [31:00]
           3  2 × (90 s run, 90 s walk, 3 min run, 3 min walk) [28:00]
           4  3 min run, 90 s walk, 5 min run, 2.5 min walk, 3 min run, 90 s walk,
              5 min run [31:30]
           5  3 × (5 min run,          8 min run, 5 min walk,   20 min run [30:00]
              3 min walk) [34:00]      8 min run [31:00]
           6  5 min run, 3 min walk,   10 min run, 3 min walk,  25 min run [35:00]
              8 min run, 3 min walk,   10 min run [33:00]
              5 min run [34:00]
           7  25 min run [35:00]
           8  28 min run [38:00]
           9  30 min run [40:00]

        """))
  }

  @Test func `A workout's intervals are listed with their start and length, and its total`() {
    #expect(
      Plan.workouts[13].listing == """
        Week 5, run 2

        00:00  Warm up    05:00
        05:00  Run        08:00
        13:00  Walk       05:00
        18:00  Run        08:00
        26:00  Cool down  05:00
        31:00  Done
        """)
  }

  @Test func `A workout as JSON has its intervals in seconds`() throws {
    struct Workout: Decodable, Equatable {
      struct Interval: Decodable, Equatable {
        var kind: String
        var start_seconds, seconds: Int
      }
      var week, day, seconds: Int
      var work: String
      var intervals: [Interval]
    }
    let decoded = try JSONDecoder().decode(Workout.self, from: Data(WorkoutDocument(Plan.workouts[14]).json.utf8))
    let expected = Workout(
      week: 5, day: 3, seconds: 1_800, work: "20 min run",
      intervals: [
        .init(kind: "warmup", start_seconds: 0, seconds: 300), .init(kind: "run", start_seconds: 300, seconds: 1_200),
        .init(kind: "cooldown", start_seconds: 1_500, seconds: 300),
      ])
    #expect(decoded == expected)
  }

  @Test func `The plan as JSON has 9 weeks of 3 workouts`() throws {
    struct Plan: Decodable {
      struct Week: Decodable {
        struct Workout: Decodable {
          var week, day: Int
          var done: Bool
        }
        var week: Int
        var summary: String
        var workouts: [Workout]
      }
      var weeks: [Week]
    }
    let weeks = try JSONDecoder().decode(Plan.self, from: Data(PlanDocument(Self.history).json.utf8)).weeks
    #expect(weeks.map(\.week) == Array(1...9))
    #expect(weeks.map { $0.workouts.map(\.day) } == Array(repeating: [1, 2, 3], count: 9))
    let done = weeks.flatMap { $0.workouts.map(\.done) }
    #expect(done == [true, false, true, true] + Array(repeating: false, count: 23))
    #expect(weeks[0].summary == "8 × (60 s run, 90 s walk)")
  }
}
