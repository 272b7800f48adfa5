import EventLoop
import FoundationEssentials
import Glibc
import History
import HistoryDatabase
import Testing
import Workout

@testable import couch5k

/// The program with a history of its own.
@Suite(.serialized, .timeLimit(.minutes(3))) @EventLoop struct HistoryProgramTests {
  private let state = TemporaryDirectory()
  private let directory = TemporaryDirectory()

  private var file: String { state.file("couch5k/history.sqlite") }

  private func program(_ words: String...) -> Program { Program([couch5kProgram] + words, .pipe, state: state) }

  /// What it prints, having ended with that status.
  private func output(_ words: String..., status: Int32 = 0) async -> String {
    let program = Program([couch5kProgram] + words, .pipe, state: state)
    #expect(await program.end() == status)
    return program.output
  }

  @Test func `next is the first workout at first, then the one after the furthest that is marked as done`() async {
    #expect(await output("next") == "Week 1, run 1\n")
    #expect(access(file, F_OK) != 0)
    #expect(await output("done", "-w3", "-d2") == "Week 3, run 2 is marked as done. Next is week 3, run 3.\n")
    #expect(await output("next") == "Week 3, run 3\n")
    #expect(
      await output("undone", "-w1", "-d1", "--and-after")
        == "Week 1, run 1 to week 9, run 3 are marked as not done. Next is week 1, run 1.\n")
    #expect(await output("done", "-w9", "-d3") == "Week 9, run 3 is marked as done. All 27 runs are done.\n")
    #expect(await output("next").hasPrefix("All 27 runs are done."))
    #expect(await output("run", status: 1).hasPrefix("couch5k: run: All 27 runs are done."))
  }

  @Test func `plan says what is done`() async throws {
    _ = await output("done", "-w2", "-d1", "--and-before")
    #expect(await output("plan").contains("\n   2  ✓··   6 ×"))
    struct Plan: Decodable {
      struct Week: Decodable {
        struct Workout: Decodable { var done: Bool }
        var workouts: [Workout]
      }
      var weeks: [Week]
    }
    let plan = try JSONDecoder().decode(Plan.self, from: Data(await output("plan", "--json").utf8))
    let expected = (1...27).map { $0 <= 4 }
    #expect(plan.weeks.flatMap { $0.workouts.map(\.done) } == expected)
  }

  @Test func `A run that is complete is in the history, and the next run is the next workout`() async throws {
    let daemon = try FakeDaemon(at: directory.file("socket"))
    for number in 0..<2 {
      #expect(
        await output("run", "--speed", "900", "--socket", daemon.path)
          .contains("Week 1, run \(number + 1) is done."))
    }
    let history = try HistoryFile.read(file)
    #expect(history.runs.map(\.workout) == Array(WorkoutID.allCases.prefix(2)))
    for run in history.runs {
      #expect(run.outcome == .completed && run.moving == .seconds(1_800))
      #expect(run.segments.map(\.kind) == Plan.workout(.first).intervals.map(\.kind))
      #expect(run.segments.allSatisfy { $0.start >= run.start && $0.end <= run.end })
    }
    #expect(await output("next") == "Week 1, run 3\n")
  }

  @Test func `A run that is ended by a key or a signal is in the history, and its workout is still next`() async throws
  {
    let daemon = try FakeDaemon(at: directory.file("socket"))
    let terminal = Terminal()
    let program = Program(
      [couch5kProgram, "run", "--start-at", "5:30", "--socket", daemon.path], .terminal(terminal), state: state)
    await program.prints("Run")
    terminal.press("qy")
    #expect(await program.end() == 0)
    let other = self.program("run", "-w2", "-d2", "--start-at", "6:30", "--socket", daemon.path)
    await other.prints("transition-2")
    other.send(SIGTERM)
    #expect(await other.end() == -SIGTERM)
    let runs = try HistoryFile.read(file).runs
    #expect(runs.map(\.workout.week) == [1, 2])
    #expect(runs.allSatisfy { $0.outcome == .endedEarly && $0.moving > .zero })
    #expect(runs.first?.segments.first?.kind == .run)
    #expect(await output("next") == "Week 1, run 1\n")
  }

  @Test func `A run goes on where its history cannot be kept, and says so`() async throws {
    let daemon = try FakeDaemon(at: directory.file("socket"))
    _ = await output("done", "-w1", "-d1")
    #expect(truncate(file, 3_000) == 0)
    let text = await output("run", "-w1", "-d2", "--speed", "900", "--socket", daemon.path)
    #expect(text.contains("Week 1, run 2 is done."))
    #expect(text.contains("couch5k: this run is not in the history: \(file): the history is damaged"))
    #expect(await output("run", status: 1).contains("\"couch5k run --week W --day D\" does one all the same"))
    #expect(await output("next", status: 1).hasPrefix("couch5k: \(file): the history is damaged"))
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_size == 3_000)
  }

  @Test func `Called with nothing it offers the next workout, in a terminal with a question`() async throws {
    #expect(await output().hasPrefix("Next is week 1, run 1: 8 ×"))
    let terminal = Terminal()
    let first = Program([couch5kProgram], .terminal(terminal), state: state)
    await first.prints("Enter begins it.")
    terminal.press("4\n")
    await first.prints("4: is no week, 1 to 9, and day, 1 to 3.")
    terminal.press("q\n")
    #expect(await first.end() == 0)
    #expect(try HistoryFile.read(file).runs.isEmpty)
  }
}
