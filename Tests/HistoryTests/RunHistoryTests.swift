import Cue
import History
import Testing
import Workout

@Suite struct RunHistoryTests {
  private static func run(
    _ number: Int, at seconds: Int64 = 0, _ outcome: CompletedRun.Outcome = .completed, id: RunID = RunID(),
    metres: Double? = nil, segments: [Segment] = []
  ) -> CompletedRun {
    let start = WallTime(microseconds: seconds * 1_000_000)
    return CompletedRun(
      id: id, workout: WorkoutID.allCases[number - 1], start: start, end: start + .seconds(1_800),
      moving: .seconds(1_800), metres: metres, outcome: outcome, segments: segments)
  }

  private static func mark(_ isDone: Bool, at seconds: Int64) -> Mark {
    Mark(isDone: isDone, made: WallTime(microseconds: seconds * 1_000_000))
  }

  @Test func `Who has run nothing begins with the first workout`() {
    #expect(RunHistory().done.isEmpty)
    #expect(RunHistory().next == .first)
  }

  @Test func `Next is the workout after the furthest that is done, whatever was left out`() {
    let history = RunHistory(runs: [Self.run(9), Self.run(2)])
    #expect(history.done.map(\.description) == ["week 1, run 2", "week 3, run 3"])
    #expect(history.next?.description == "week 4, run 1")
  }

  @Test func `A run that ended early does not make its workout done`() {
    #expect(RunHistory(runs: [Self.run(1, .endedEarly)]).next == .first)
  }

  @Test func `After the last workout nothing is next`() {
    #expect(RunHistory(runs: WorkoutID.allCases.indices.map { Self.run($0 + 1) }).done.count == 27)
    #expect(RunHistory(runs: [Self.run(27)]).next == nil)
  }

  @Test func `A mark makes a workout done, or not done until it is completed later`() {
    let id = WorkoutID.first
    #expect(RunHistory(marks: [id: Self.mark(true, at: 0)]).isDone(id))
    #expect(!RunHistory(runs: [Self.run(1, at: 0)], marks: [id: Self.mark(false, at: 1_801)]).isDone(id))
    #expect(RunHistory(runs: [Self.run(1, at: 2_000)], marks: [id: Self.mark(false, at: 1_801)]).isDone(id))
    #expect(!RunHistory(runs: [Self.run(1, at: 2_000, .endedEarly)], marks: [id: Self.mark(false, at: 0)]).isDone(id))
  }

  @Test func `Runs are kept by their time, and found by the beginning of their id`() throws {
    let id = try #require(RunID("abcd0000-0000-4000-8000-000000000000"))
    let history = RunHistory(runs: [Self.run(2, at: 100), Self.run(1, at: 0, id: id)])
    #expect(history.runs.map(\.workout.day) == [1, 2])
    #expect(history.runs(withPrefix: "ABCD00").map(\.id) == [id])
    #expect(history.runs(withPrefix: "").count == 2)
  }

  @Test func `Pace leaves out what has no distance, and says nothing below 20 m`() {
    func segment(_ kind: Interval.Kind, _ seconds: Int, _ metres: Double?) -> Segment {
      let zero = WallTime(microseconds: 0)
      return Segment(kind, start: zero, end: zero, moving: .seconds(seconds), metres: metres)
    }
    let run = Self.run(
      1, metres: 3_600,
      segments: [
        segment(.warmup, 300, 400), segment(.run, 60, 200), segment(.walk, 90, nil), segment(.run, 90, 300),
        segment(.walk, 90, 19.9), segment(.run, 120, nil),
      ])
    #expect(run.pace?.perKilometre == .seconds(500))
    #expect(run.pace(of: .run)?.perKilometre == .seconds(300))
    #expect(run.pace(of: .walk) == nil)
    #expect(Self.run(1).pace == nil)
    let figures = Figures(of: [run, Self.run(2)])
    #expect(figures.runs == 2 && figures.moving == .seconds(3_600) && figures.metres == 3_600)
    #expect(figures.longestRun == .seconds(120))
    #expect(figures.pace?.perKilometre == .seconds(500))
    #expect(Figures(of: []).metres == nil)
  }
}
