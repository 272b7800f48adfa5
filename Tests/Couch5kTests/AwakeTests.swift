import EventLoop
import FoundationEssentials
import Glibc
import Testing

/// Whom a run asks to keep the machine awake, and when.
@Suite(.serialized, .timeLimit(.minutes(3))) @EventLoop struct AwakeTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "inhibitors.py").path

  private let directory = TemporaryDirectory()
  private let terminal = Terminal()
  private let daemon: FakeDaemon

  init() throws { daemon = try FakeDaemon(at: directory.file("socket")) }

  /// Logind and a screen saver on that bus.
  private func inhibitors(on bus: MessageBus, _ words: String...) async -> Program {
    // Not another one that is first in PATH: Debian's has the modules.
    let program = Program(["/usr/bin/python3", Self.script] + words, .pipe, environment: bus.environment)
    await program.prints("ready\n")
    return program
  }

  private func run(on bus: MessageBus) -> Program {
    let buses = bus.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": bus.address]) { $1 }
    return Program([couch5kProgram, "run", "--socket", daemon.path], .terminal(terminal), environment: buses)
  }

  @Test func `A run keeps the machine awake until it ends, a short pause too`() async {
    let bus = await MessageBus()
    let inhibitors = await inhibitors(on: bus)
    let program = run(on: bus)
    let reason = "week 1, run 1 is under way"
    await inhibitors.prints("logind: idle:sleep, couch5k, \(reason), block\n")
    await inhibitors.prints("screen saver: couch5k, \(reason)\n")
    await daemon.receives("start")
    terminal.press(" ")
    await daemon.receives("paused-1")
    #expect(!inhibitors.output.contains("released"))
    terminal.press("qy")
    #expect(await program.end() == 0)
    await inhibitors.prints("logind: released\n")
    #expect(inhibitors.output.split(separator: "\n").count { $0.contains(reason) } == 2)
    inhibitors.send(SIGTERM)
    _ = await inhibitors.end()
  }

  @Test func `When the workout is over the machine may sleep, though the last cue is still heard`() async {
    let bus = await MessageBus()
    let inhibitors = await inhibitors(on: bus)
    let program = Program(
      [couch5kProgram, "run", "--start-at", "29:58", "--socket", daemon.path], .pipe,
      environment: bus.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": bus.address]) { $1 })
    await daemon.receives("complete")
    daemon.holdsAnswers = true
    await inhibitors.prints("logind: released\n")
    await inhibitors.prints("screen saver: 4711 released\n")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
    inhibitors.send(SIGTERM)
    _ = await inhibitors.end()
  }

  @Test func `Who may not keep it from sleeping keeps it from going idle`() async {
    let bus = await MessageBus()
    let inhibitors = await inhibitors(on: bus, "refusing")
    let program = run(on: bus)
    await inhibitors.prints("logind: idle, couch5k, week 1, run 1 is under way, block\n")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
    await inhibitors.prints("logind: released\n")
    inhibitors.send(SIGTERM)
    _ = await inhibitors.end()
  }
}
