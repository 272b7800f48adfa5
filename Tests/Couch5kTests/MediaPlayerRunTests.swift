import CueInterface
import EventLoop
import Glibc
import Testing

/// A run as a media player on a bus of its own, controlled by programs that others wrote.
@Suite(.serialized, .timeLimit(.minutes(3))) @EventLoop struct MediaPlayerRunTests {
  private static let name = "org.mpris.MediaPlayer2.couch5k"

  private let directory = TemporaryDirectory()
  private let daemon: FakeDaemon

  init() throws { daemon = try FakeDaemon(at: directory.file("socket")) }

  private func run(on bus: MessageBus, _ more: String...) -> Program {
    Program([couch5kProgram, "run", "--socket", daemon.path] + more, .pipe, environment: bus.environment)
  }

  @Test func `Players' keys pause and resume a run, with a word each, and stopping pauses`() async throws {
    let bus = await MessageBus()
    let program = run(on: bus)
    try await bus.until("playerctl", "status", prints: "Playing\n")
    _ = await bus.output("playerctl", "play-pause")
    await daemon.receives("paused-1")
    try await bus.until("playerctl", "status", prints: "Paused\n")
    // What is so already is not done again.
    _ = await bus.output("playerctl", "pause")
    _ = await bus.output("playerctl", "play")
    await daemon.receives("resumed-1")
    _ = await bus.output("playerctl", "play")
    _ = await bus.output("playerctl", "stop")
    await daemon.receives("paused-2")
    try await bus.until("playerctl", "status", prints: "Paused\n")
    _ = await bus.output("playerctl", "play-pause")
    await daemon.receives("resumed-2")
    #expect(daemon.ids.filter { $0.contains("paused") || $0.contains("resumed") }.count == 4)
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `The interval is the title, the workout the album, and changes are told to those who watch`() async throws
  {
    let bus = await MessageBus()
    let program = run(on: bus, "--start-at", "4:57")
    let format = "{{status}}: {{title}}, {{album}}, {{mpris:length}}"
    try await bus.until(
      "playerctl", "metadata", "--format", format, prints: "Playing: Warm up, Week 1, run 1, 300000000\n")
    #expect(await bus.output("playerctl", "position").hasPrefix("29"))
    let watcher = Program(
      ["/usr/bin/env", "playerctl", "--follow", "metadata", "--format", format], .pipe, environment: bus.environment)
    await watcher.prints("Playing: Run, Week 1, run 1, 60000000\n")
    _ = await bus.output("playerctl", "pause")
    await watcher.prints("Paused: Run, Week 1, run 1, 60000000\n")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
    watcher.send(SIGTERM)
    _ = await watcher.end()
  }

  @Test func `Drills are played, paused and resumed, and then the workout is`() async throws {
    let bus = await MessageBus()
    let terminal = Terminal()
    let program = Program(
      [couch5kProgram, "run", "--drills", "--socket", daemon.path], .terminal(terminal), environment: bus.environment)
    let format = "{{status}}: {{title}}, {{album}}, {{mpris:length}}"
    try await bus.until(
      "playerctl", "metadata", "--format", format, prints: "Playing: A-skips, Warmup drills, 45000000\n")
    _ = await bus.output("playerctl", "play-pause")
    await daemon.receives("drill-paused-1")
    try await bus.until("playerctl", "status", prints: "Paused\n")
    _ = await bus.output("playerctl", "pause")
    _ = await bus.output("playerctl", "play")
    await daemon.receives("drill-resumed-1")
    terminal.press("nnnnn")
    try await bus.until(
      "playerctl", "metadata", "--format", format, prints: "Playing: Warm up, Week 1, run 1, 300000000\n")
    _ = await bus.output("playerctl", "pause")
    await daemon.receives("paused-1")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `A position that nobody could expect is told, as after the program was held up`() async throws {
    let bus = await MessageBus()
    let watcher = Program(
      ["/usr/bin/env", "busctl", "--user", "monitor", "--match", "member='Seeked'"], .pipe,
      environment: bus.environment)
    await watcher.prints("Monitoring")
    let program = run(on: bus, "--start-at", "4:58")
    try await bus.until("playerctl", "status", prints: "Playing\n")
    program.send(SIGSTOP)
    await pause(for: .seconds(4))
    #expect(!watcher.output.contains("Seeked"))
    program.send(SIGCONT)
    await watcher.prints("Member=Seeked")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
    watcher.send(SIGTERM)
    _ = await watcher.end()
  }

  @Test func `Its volume is that of cues`() async throws {
    let bus = await MessageBus()
    let program = run(on: bus)
    try await bus.until("playerctl", "volume", prints: "1.000000\n")
    _ = await bus.output("playerctl", "volume", "0.5")
    try await bus.until("playerctl", "volume", prints: "0.500000\n")
    while daemon.changes.isEmpty { await pause(for: .milliseconds(5)) }
    #expect(daemon.changes == [.init(name: "volume", value: .number(50))])
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  /// MPRIS 2.2's properties and methods, with their types.
  private static let specification = [
    "Quit method -", "Raise method -", "CanQuit property b", "CanRaise property b", "CanSetFullscreen property b",
    "DesktopEntry property s", "Fullscreen property b", "HasTrackList property b", "Identity property s",
    "SupportedMimeTypes property as", "SupportedUriSchemes property as", "Next method -", "OpenUri method s",
    "Pause method -", "Play method -", "PlayPause method -", "Previous method -", "Seek method x",
    "SetPosition method ox", "Stop method -", "CanControl property b", "CanGoNext property b",
    "CanGoPrevious property b", "CanPause property b", "CanPlay property b", "CanSeek property b",
    "LoopStatus property s", "MaximumRate property d", "Metadata property a{sv}", "MinimumRate property d",
    "PlaybackStatus property s", "Position property x", "Rate property d", "Shuffle property b", "Volume property d",
    "Seeked signal x",
  ]

  @Test func `Both interfaces are whole, and have the types of the specification`() async throws {
    let bus = await MessageBus()
    let program = run(on: bus)
    try await bus.until("playerctl", "--list-all", prints: "couch5k\n")
    let table = await bus.output("busctl", "--user", "--list", "introspect", Self.name, "/org/mpris/MediaPlayer2")
    let rows = table.split(separator: "\n").filter { $0.hasPrefix(".") }.map { row in
      row.dropFirst().split(separator: " ").prefix(3).joined(separator: " ")
    }
    for row in Self.specification { #expect(rows.contains(row), "\(row)") }
    for (name, value) in [("Shuffle", "b true"), ("LoopStatus", "s Track"), ("Volume", "d 1.0")] {
      let words = value.split(separator: " ").map(String.init)
      let answer = await bus.output(
        "busctl", "--user", "set-property", Self.name, "/org/mpris/MediaPlayer2", "\(Self.name.dropLast(8)).Player",
        name, words[0], words[1])
      #expect(answer.isEmpty == (name == "Volume"), "\(answer)")
    }
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `Where the name is taken it takes another one, as the specification asks`() async throws {
    let bus = await MessageBus()
    let first = run(on: bus)
    try await bus.until("playerctl", "--list-all", prints: "couch5k\n")
    let second = run(on: bus)
    try await bus.until(
      "sh", "-c", "playerctl --list-all | sort", prints: "couch5k\ncouch5k.instance\(second.process)\n")
    for program in [first, second] {
      program.send(SIGTERM)
      #expect(await program.end() == -SIGTERM)
    }
  }

  @Test func `A bus that goes away takes no run with it, and is no news`() async throws {
    let bus = await MessageBus()
    let program = run(on: bus, "--start-at", "4:58")
    try await bus.until("playerctl", "--list-all", prints: "couch5k\n")
    await bus.kill()
    await program.prints("05:00  transition-1  Run for 60 seconds.\n")
    #expect(program.output == "05:00  transition-1  Run for 60 seconds.\n")
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }

  @Test func `With --no-mpris it is no player`() async throws {
    let bus = await MessageBus()
    let program = run(on: bus, "--no-mpris", "--start-at", "4:59")
    await program.prints("05:00")
    #expect(await !bus.output("playerctl", "--list-all").contains("couch5k"))
    program.send(SIGTERM)
    #expect(await program.end() == -SIGTERM)
  }
}
