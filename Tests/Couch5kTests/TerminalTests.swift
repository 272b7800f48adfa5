import CueInterface
import EventLoop
import Glibc
import Testing

/// The program in a terminal, with a daemon that only listens.
@Suite(.serialized, .timeLimit(.minutes(3))) @EventLoop struct TerminalTests {
  private let directory = TemporaryDirectory()
  private let terminal = Terminal()
  private let daemon: FakeDaemon
  private let modeBefore: [UInt32]

  init() throws {
    daemon = try FakeDaemon(at: directory.file("socket"))
    modeBefore = terminal.mode
  }

  private func run(_ more: String...) -> Program {
    Program([couch5kProgram, "run", "--socket", daemon.path] + more, .terminal(terminal))
  }

  private var session: String? { daemon.received.first?.cue.session }

  @Test func `The space bar pauses and resumes, and both are heard`() async throws {
    let program = run()
    await daemon.receives("start")
    terminal.press(" ")
    await daemon.receives("paused-1")
    await program.prints("in warm up, then run 01:00")
    terminal.press(" ")
    await daemon.receives("resumed-1")
    terminal.press(" ")
    await daemon.receives("paused-2")
    #expect(daemon.ids == ["start", "paused-1", "resumed-1", "paused-2"])
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `What was sent ahead is taken back by a pause, and sent anew for its new time`() async throws {
    let program = run("--start-at", "4:50")
    await daemon.receives("warning-1")
    #expect(daemon.ids == ["warning-0", "transition-1", "warning-1"])
    let before = daemon.received
    terminal.press(" ")
    await daemon.receives("paused-1")
    let ids = ["transition-1", "warning-1"]
    #expect(daemon.cancelled == ids.map { .cue(id: $0, session: session) })
    terminal.press(" ")
    await daemon.receives("resumed-1")
    #expect(daemon.ids == before.map(\.cue.id) + ["paused-1"] + ids + ["resumed-1"])
    for id in ids {
      let cues = daemon.received.map(\.cue).filter { $0.id == id }
      #expect(try #require(cues.last?.at) > (try #require(cues.first?.at)))
    }
    #expect(daemon.cancelled.count == 2)
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `q asks, n goes on, y ends the run and takes back its cues`() async throws {
    let program = run()
    await daemon.receives("start")
    #expect(terminal.isTaken)
    terminal.press("q")
    await program.prints("End this run? y/n")
    terminal.press("n ")
    await daemon.receives("paused-1")
    terminal.press("qy")
    #expect(await program.end() == 0)
    #expect(program.output.contains("Week 1, run 1 ended at 00:"))
    #expect(daemon.cancelled == [.all(session: session)])
    #expect(terminal.mode == modeBefore)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func `A signal ends the run, takes back its cues and gives the terminal back`(signal: Int32) async throws {
    let program = run()
    await daemon.receives("start")
    #expect(terminal.isTaken)
    program.send(signal)
    #expect(await program.end() == -signal)
    #expect(daemon.cancelled == [.all(session: session)])
    #expect(terminal.mode == modeBefore)
  }

  @Test func `Ctrl-C gives the terminal back for good, also where the daemon does not answer any more`() async throws {
    // Ten pictures a second: some are due while it waits for the daemon.
    let program = run("--speed", "100")
    await daemon.receives("start")
    daemon.isSilent = true
    terminal.press("\u{03}")
    #expect(await program.end() == -SIGINT)
    #expect(terminal.mode == modeBefore)
  }

  @Test func `In the background it says nothing, which might stop it, and goes on`() async throws {
    let job = "'\(couch5kProgram)' run --start-at 4:50 --socket '\(daemon.path)'"
    let program = Program(
      ["/bin/sh", "-c", "set -m; stty tostop; \(job) & read line; fg; echo over"], .terminal(terminal))
    await daemon.receives("warning-0")
    try daemon.restart()
    // It is sent 10 seconds later, when it is 60 seconds ahead.
    await daemon.receives("transition-2")
    let before = program.output
    #expect(!before.contains("and is back"))
    terminal.press("\n")
    // It draws once it has the terminal again; keys that come before may be lost.
    await program.prints(after: before, " left")
    terminal.press("qy")
    // What it told is found in ordinary lines afterwards.
    await program.prints("couch5k: cued had gone away, and is back\r\n")
    await program.prints("over")
    #expect(await program.end() == 0)
  }

  @Test func `Ctrl-C ends the run at once, also while it is asked whether to end it`() async throws {
    let program = run()
    await daemon.receives("start")
    terminal.press("q")
    await program.prints("End this run? y/n")
    terminal.press("\u{03}")
    #expect(await program.end() == -SIGINT)
    #expect(terminal.mode == modeBefore)
  }

  @Test func `c mutes chimes, plus and minus set the volume, also several at once, and the view shows it`() async throws
  {
    let program = run()
    await program.prints("c: mute chimes   +/-: volume 100 %")
    terminal.press("c")
    await program.prints("c: unmute chimes   +/-: volume 100 %")
    terminal.press("--+")
    await program.prints("c: unmute chimes   +/-: volume 90 %")
    // The view does not wait for the daemon.
    while daemon.changes.count < 4 { await pause(for: .milliseconds(5)) }
    #expect(
      daemon.changes == [
        .init(name: "chimes", value: .flag(false)), .init(name: "volume", value: .number(90)),
        .init(name: "volume", value: .number(80)), .init(name: "volume", value: .number(90)),
      ])
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `A terminal that can show nothing but lines gets a line for each event`() async throws {
    let program = Program(
      [couch5kProgram, "run", "--start-at", "4:50", "--socket", daemon.path], .terminal(terminal),
      environment: ["TERM": "dumb"])
    await program.prints("04:50  warning-0  (tick)\r\n")
    #expect(!terminal.isTaken)
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
    #expect(!program.output.contains("\u{1B}"))
  }

  @Test func `With NO_COLOR there are no colours`() async throws {
    let program = Program(
      [couch5kProgram, "run", "--socket", daemon.path], .terminal(terminal), environment: ["NO_COLOR": "1"])
    await program.prints(" left")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
    #expect(!program.output.contains(#/\u{1B}\[[0-9;]*3[0-9]m/#))
  }

  @Test func `A complete workout gives the terminal back`() async throws {
    let program = run("--start-at", "29:59")
    #expect(await program.end() == 0)
    // Ahead, and again to learn how it ended.
    #expect(daemon.ids == ["complete", "complete"])
    #expect(program.output.contains("Week 1, run 1 is done."))
    #expect(terminal.mode == modeBefore)
  }

  @Test func `Ctrl-Z gives the terminal back until the run is continued`() async throws {
    let command = "set -m; '\(couch5kProgram)' run --socket '\(daemon.path)'; echo stopped; read line; fg; echo over"
    let program = Program(["/bin/sh", "-c", command], .terminal(terminal))
    await daemon.receives("start")
    terminal.press("\u{1A}")
    await program.prints("stopped")
    #expect(terminal.mode == modeBefore)
    terminal.press("\n")
    // It draws once it has the terminal again.
    let drawn = program.output
    await program.prints(after: drawn, " left")
    #expect(terminal.isTaken)
    terminal.press(" ")
    await daemon.receives("paused-1")
    terminal.press("qy")
    await program.prints("over")
    #expect(await program.end() == 0)
    #expect(terminal.mode == modeBefore)
  }

  @Test func `Ctrl-S is a key that means nothing, and the output goes on`() async throws {
    let program = run()
    await daemon.receives("start")
    terminal.press("\u{13} ")
    await program.prints("in warm up, then run 01:00")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `It is drawn once for each second, only what differs, and never cleared as a whole`() async throws {
    let program = run("--start-at", "4:56")
    await program.prints("05:01 elapsed")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
    let times = program.output.matches(of: #/(\d\d:\d\d) elapsed/#).map { String($0.1) }
    #expect(times.count >= 3)
    #expect(times == Set(times).sorted())
    // Its first line tells the number of the interval, which changes once.
    #expect(program.output.matches(of: #/Week 1, run 1/#).count == 2)
    #expect(!program.output.contains("\u{1B}[2J"))
  }
}
