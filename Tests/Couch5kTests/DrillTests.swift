import Cue
import CueInterface
import CueText
import EventLoop
import Glibc
import HistoryDatabase
import Testing
import Workout

@testable import couch5k

/// The program with drills before a workout, and a daemon that only listens.
@Suite(.serialized, .timeLimit(.minutes(3))) @EventLoop struct DrillTests {
  private let state = TemporaryDirectory()
  private let directory = TemporaryDirectory()
  private let daemon: FakeDaemon

  init() throws { daemon = try FakeDaemon(at: directory.file("socket")) }

  private func program(_ files: Program.Files, _ more: String...) -> Program {
    Program([couch5kProgram, "run", "--drills", "--socket", daemon.path] + more, files, state: state)
  }

  private var history: String { state.file("couch5k/history.sqlite") }
  private var recovery: String { state.file("couch5k/run.json") }
  private static let ids = Drill.allCases.map { "drill-\($0.rawValue)" }

  @Test func `Each drill is shown and said in its time, then the workout begins, and the history has that alone`()
    async throws
  {
    let program = program(.pipe, "--speed", "300")
    #expect(await program.end() == 0)
    let drills = daemon.received.prefix { $0.cue.id != "start" }.map(\.cue)
    // On a fast clock a slow machine leaves out what is too late; which drills there are is DrillSequence's to prove.
    #expect(drills.first?.id == Self.ids.first && drills.map(\.id) == Self.ids.filter(daemon.ids.contains))
    for cue in drills {
      let drill = try #require(Drill(rawValue: String(cue.id.dropFirst("drill-".count))))
      #expect(cue.event == .say(drill.sentence(in: .english), chime: "bell") && cue.at == nil && cue.expires != nil)
      #expect(program.output.contains("\(drill.line)\n"))
    }
    #expect(Set(daemon.received.map(\.cue.session)).count == 1)
    let runs = try HistoryFile.read(history).runs
    #expect(runs.count == 1 && runs.first?.moving == Plan.workout(.first).total)
    #expect(runs.first?.segments.count == Plan.workout(.first).intervals.count)
    let length = try #require(runs.first.map { $0.end - $0.start })
    #expect(length < .seconds(10))
  }

  @Test func `In a terminal space pauses, n begins the next drill, and the workout after the last one`() async throws {
    let terminal = Terminal()
    let program = program(.terminal(terminal))
    await program.prints("Skip for 45 seconds, and lift each knee")
    terminal.press(" ")
    await daemon.receives("drill-paused-1")
    await program.prints("A-skips, paused")
    terminal.press(" ")
    await daemon.receives("drill-resumed-1")
    for id in Self.ids.dropFirst() {
      terminal.press("n")
      await daemon.receives(id)
    }
    terminal.press("n")
    await daemon.receives("start")
    await program.prints("interval 1 of")
    let expected = [Self.ids[0], "drill-paused-1", "drill-resumed-1"] + Self.ids.dropFirst() + ["start"]
    #expect(daemon.ids == expected)
    // What is skipped is not heard to its end.
    let session = daemon.received.first?.cue.session
    #expect(daemon.cancelled == Self.ids.map { .cue(id: $0, session: session) })
    terminal.press("qy")
    #expect(await program.end() == 0)
    #expect(try HistoryFile.read(history).runs.count == 1)
  }

  @Test func `Ended by q, nothing is kept of them, and the workout has not begun`() async throws {
    let terminal = Terminal()
    let program = program(.terminal(terminal))
    await program.prints("Warmup drills")
    terminal.press("qn")
    terminal.press("qy")
    #expect(await program.end() == 0)
    #expect(program.output.contains("Week 1, run 1 was not begun."))
    #expect(daemon.ids == [Self.ids[0]])
    #expect(try HistoryFile.read(history).runs.isEmpty && access(recovery, F_OK) != 0)
    #expect(!terminal.isTaken)
  }

  @Test func `Ended by a signal or killed, there is nothing to be resumed, and the next run begins anew`() async throws
  {
    for signal in [SIGTERM, SIGKILL] {
      let program = program(.pipe)
      await daemon.receives(Self.ids[0])
      program.send(signal)
      #expect(await program.end() == -signal)
      #expect(!program.output.contains("resume") && access(recovery, F_OK) != 0)
      try daemon.restart()
    }
    let next = program(.pipe)
    await daemon.receives(Self.ids[0])
    let second = program(.pipe)
    #expect(await second.end() == 1)
    #expect(second.output.hasSuffix("process \(next.process) is about to run already: end that one first\n"))
    next.send(SIGTERM)
    #expect(await next.end() == -SIGTERM)
  }
}
