import Cue
import CueInterface
import EventLoop
import Glibc
import Testing

@testable import couch5k

/// The program itself, with a daemon that goes away.
@Suite(.serialized, .timeLimit(.minutes(3))) @EventLoop struct ReconnectionTests {
  private let directory = TemporaryDirectory()
  private let terminal = Terminal()
  private let daemon: FakeDaemon

  init() throws { daemon = try FakeDaemon(at: directory.file("socket")) }

  private func run(_ more: String...) -> Program {
    Program([couch5kProgram, "run", "--socket", daemon.path] + more, .terminal(terminal))
  }

  @Test func `When the daemon has gone and is back, the run goes on and says so`() async throws {
    let program = run()
    await daemon.receives("start")
    try daemon.restart()
    await program.prints("cued had gone away, and is back")
    terminal.press(" ")
    await daemon.receives("paused-1")
    #expect(daemon.ids == ["paused-1"])
    try daemon.restart()
    terminal.press(" ")
    await daemon.receives("resumed-1")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `A cue that the daemon had not answered is sent to the next one, the same`() async throws {
    daemon.holdsAnswers = true
    let program = run()
    await daemon.receives("start")
    let first = daemon.received.first?.cue
    try daemon.restart()
    await daemon.receives("start")
    #expect(daemon.received.first?.cue == first)
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `What the daemon kept for later is sent to the next one, the same`() async throws {
    let program = run("--start-at", "4:50")
    await daemon.receives("warning-1")
    let kept = Array(daemon.received.map(\.cue).dropFirst())
    try daemon.restart()
    await daemon.receives("warning-1")
    #expect(daemon.received.map(\.cue) == kept)
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `A cue that has expired meanwhile is still sent, as expired, since it may have been heard`() async throws {
    daemon.holdsAnswers = true
    let program = run("--start-at", "4:50")
    await daemon.receives("warning-0")
    // A warning is worth hearing for 3 seconds.
    await pause(for: .milliseconds(3_100))
    try daemon.restart()
    await daemon.receives("warning-0")
    let received = try #require(daemon.received.first)
    #expect(received.cue.id == "warning-0")
    #expect(try #require(received.cue.expires) < received.wall)
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `A daemon that does not answer is not waited for any longer than the last cue could sound`() async throws {
    daemon.isSilent = true
    var notices: [String] = []
    let client = try await CueClient.connect(to: daemon.path, starting: false, returning: true)
    let sender = CueSender(client) { notices.append($0) }
    let cue = WireCue(id: "complete", event: .complete(week: 1, day: 1), expires: .now + .seconds(1))
    await sender.deliver(cue, lasting: .milliseconds(100))
    #expect(daemon.ids.isEmpty)
    #expect(notices == ["cued does not answer"])
  }

  @Test func `The last cue is followed again by the next daemon`() async throws {
    daemon.holdsAnswers = true
    let program = run("--start-at", "30:00")
    await daemon.receives("complete")
    daemon.holdsAnswers = false
    try daemon.restart()
    #expect(await program.end() == 0)
    #expect(daemon.ids == ["complete"])
  }
}
