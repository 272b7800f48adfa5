import Cue
import CueInterface
import EventLoop
import Glibc
import HistoryDatabase
import Testing
import Workout
import WorkoutEngine

@testable import couch5k

/// The program itself, killed in the middle of a run and started again.
@Suite(.serialized, .timeLimit(.minutes(3))) @EventLoop struct RecoveryTests {
  private let directory = TemporaryDirectory()
  private let state = TemporaryDirectory()
  private let terminal = Terminal()
  private let daemon: FakeDaemon

  init() throws { daemon = try FakeDaemon(at: directory.file("socket")) }

  private func couch5k(_ words: String..., files: Program.Files = .pipe) -> Program {
    Program([couch5kProgram] + words, files, state: state)
  }

  private var hasUnfinishedRun: Bool { access(state.file("couch5k/run.json"), F_OK) == 0 }

  @Test func `A run that is killed again and again comes to its end, and no cue comes back as another one`()
    async throws
  {
    var program = couch5k("run", "--speed", "60", "--socket", daemon.path)
    await daemon.receives("start")
    for _ in 0..<8 {
      await pause(for: .milliseconds(Int64.random(in: 100..<2_500)))
      program.send(SIGKILL)
      _ = await program.end()
      // On a busy machine it may be over before.
      guard hasUnfinishedRun else { break }
      program = couch5k("resume", "--socket", daemon.path)
    }
    _ = await program.end()
    #expect(!hasUnfinishedRun)
    let next = couch5k("next")
    _ = await next.end()
    #expect(next.output.hasPrefix("Week 1, run 2"))
    let cues = daemon.received.map(\.cue)
    #expect(Set(cues.map(\.session)).count == 1)
    for (id, same) in Dictionary(grouping: cues, by: \.id) {
      #expect(Set(same.map { "\($0.event) \($0.at?.microseconds ?? -1)" }).count == 1, "\(id) came as different cues")
    }
    // At this speed the whole workout is sent ahead, before the first kill: nothing may be missing.
    let missing = Plan.workout(.first).schedule.map(\.id.description).filter { !daemon.ids.contains($0) }
    #expect(missing == [])
  }

  @Test func `A closed terminal does not end a run for good, and the next start offers it`() async throws {
    var program = couch5k("run", "--start-at", "6:30", "--socket", daemon.path, files: .terminal(terminal))
    await daemon.receives("transition-3")
    program.send(SIGHUP)
    #expect(await program.end() == -SIGHUP)
    #expect(hasUnfinishedRun)
    let another = Terminal()
    program = couch5k("run", "--socket", daemon.path, files: .terminal(another))
    await program.prints("Week 1, run 1 was not finished: last heard of a moment ago, it is at 06:3")
    await program.prints("Resume or discard it? [R/d] ")
    another.press("\n")
    await program.prints("then run 01:00")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
    let elsewhere = couch5k("run", "--socket", daemon.path)
    #expect(await elsewhere.end() == 1)
    #expect(elsewhere.output.contains("\"couch5k resume\" goes on with it, \"couch5k discard\" ends it."))
    let discarding = couch5k("discard")
    #expect(await discarding.end() == 0)
    #expect(discarding.output == "Week 1, run 1 is over: it ended when it was last heard of.\n")
    #expect(!hasUnfinishedRun)
    #expect(await couch5k("resume").end() == 1)
  }

  @Test func `A run that a signal ended is discarded with what was done of it since its last event`() async throws {
    let program = couch5k("run", "--speed", "100", "--socket", daemon.path)
    await daemon.receives("start")
    await pause(for: .milliseconds(500))
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
    #expect(await couch5k("discard").end() == 0)
    let run = try #require(HistoryFile.read(state.file("couch5k/history.sqlite")).runs.first)
    #expect(run.moving >= .seconds(50))
  }

  @Test func `Of two runs at once the second says who runs`() async throws {
    let program = couch5k("run", "--socket", daemon.path)
    await daemon.receives("start")
    // A disk that is busy takes the file later than the daemon the cue.
    while !hasUnfinishedRun { await pause(for: .milliseconds(5)) }
    for verb in ["run", "resume", "discard"] {
      let second = couch5k(verb)
      #expect(await second.end() == 1)
      #expect(
        second.output
          == "couch5k: process \(program.process) does week 1, run 1 already: end that one first\n")
    }
    program.send(SIGTERM)
    _ = await program.end()
  }

  @Test func `A paused run stays paused in a terminal, and goes on at once where nobody could press a key`()
    async throws
  {
    var program = couch5k("run", "--start-at", "10:00", "--socket", daemon.path, files: .terminal(terminal))
    await program.prints("10:0")
    terminal.press(" ")
    await daemon.receives("paused-1")
    program.send(SIGKILL)
    _ = await program.end()
    let another = Terminal()
    program = couch5k("resume", "--socket", daemon.path, files: .terminal(another))
    await program.prints("it is paused at 10:0")
    await program.prints("in run, then walk 01:30")
    program.send(SIGKILL)
    _ = await program.end()
    #expect(!daemon.ids.contains("resumed-1"))
    let elsewhere = couch5k("resume", "--socket", daemon.path)
    await daemon.receives("resumed-1")
    elsewhere.send(SIGTERM)
    _ = await elsewhere.end()
  }

  private func writeState(_ text: String, to name: String) {
    mkdir(state.file("couch5k"), 0o700)
    let file = open(state.file("couch5k/\(name)"), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = text.withCString { write(file, $0, strlen($0)) }
    close(file)
  }

  private func hasState(_ name: String) -> Bool { access(state.file("couch5k/\(name)"), F_OK) == 0 }

  @Test func `A recovery file that is damaged is set aside, and the next run begins`() async throws {
    writeState("half", to: "run.json")
    let program = couch5k("run", "--socket", daemon.path)
    await daemon.receives("start")
    #expect(program.output.contains("a run was left unfinished, but it is damaged: it is not what couch5k writes"))
    program.send(SIGTERM)
    _ = await program.end()
    #expect(hasState("run.json.damaged"))
  }

  @Test(arguments: ["run", "resume", "discard"])
  func `A recovery file of a newer version stays as it is, and nothing takes its place`(verb: String) async throws {
    writeState("{\"version\": 99}", to: "run.json")
    let program = couch5k(verb)
    #expect(await program.end() == 1)
    let path = state.file("couch5k/run.json")
    #expect(
      program.output
        == "couch5k: a run was left unfinished, but a newer couch5k wrote it, in version 99: \(path)\n")
    #expect(hasUnfinishedRun && !hasState("run.json.damaged"))
  }

  @Test func `A recovery file that cannot be read stays as it is`() async throws {
    mkdir(state.file("couch5k"), 0o700)
    mkdir(state.file("couch5k/run.json"), 0o700)
    let program = couch5k("run", "--socket", daemon.path)
    #expect(await program.end() == 1)
    #expect(program.output.contains("a run was left unfinished, but it cannot be read"))
    #expect(!hasState("run.json.damaged"))
    rmdir(state.file("couch5k/run.json"))
  }

  @Test func `A run that cannot be put into the history is kept, and is put there by the next start that can`()
    async throws
  {
    writeState("no database", to: "history.sqlite")
    let program = couch5k("run", "-w1", "-d1", "--speed", "900", "--socket", daemon.path)
    #expect(await program.end() == 0)
    #expect(program.output.contains("it is kept until it can be put there"))
    #expect(hasUnfinishedRun)
    let early = couch5k("run", "-w1", "-d1", "--socket", daemon.path)
    #expect(await early.end() == 1)
    #expect(early.output.contains("week 1, run 1 cannot be put into the history"))
    #expect(hasUnfinishedRun)
    unlink(state.file("couch5k/history.sqlite"))
    let late = couch5k("resume")
    #expect(await late.end() == 1)
    #expect(late.output.contains("week 1, run 1, which is complete, is in the history now"))
    #expect(!hasUnfinishedRun)
    let next = couch5k("next")
    #expect(await next.end() == 0)
    #expect(next.output.hasPrefix("Week 1, run 2"))
  }

  @Test func `A run that was not finished and cannot be put into the history is not discarded`() async throws {
    let program = couch5k("run", "--start-at", "9:58", "--socket", daemon.path)
    await daemon.receives("transition-5")
    program.send(SIGKILL)
    _ = await program.end()
    writeState("no database", to: "history.sqlite")
    let discarding = couch5k("discard")
    #expect(await discarding.end() == 1)
    #expect(discarding.output.contains("it stays in \(state.file("couch5k/run.json")) until it can"))
    #expect(hasUnfinishedRun)
  }

  @Test func `A signal while the last cue is heard ends a program whose run is in the history`() async throws {
    let program = couch5k("run", "-w1", "-d1", "--start-at", "29:56", "--socket", daemon.path)
    await daemon.receives("complete")
    daemon.holdsAnswers = true
    await daemon.isFollowed("complete")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
    #expect(!program.output.contains("couch5k resume"))
    #expect(!hasUnfinishedRun)
    let next = couch5k("next")
    #expect(await next.end() == 0)
    #expect(next.output.hasPrefix("Week 1, run 2"))
  }

  @Test func `A folder that cannot be written is told once, and the run goes on`() async throws {
    let file = open(state.file("couch5k"), O_WRONLY | O_CREAT, 0o600)
    close(file)
    let program = couch5k("run", "-w1", "-d1", "--speed", "900", "--socket", daemon.path)
    #expect(await program.end() == 0)
    let path = state.file("couch5k/run.json")
    #expect(program.output.contains("if couch5k crashes, this run is lost: \(path): Not a directory\n"))
  }
}
