import EventLoop
import FoundationEssentials
import Glibc
import TerminalScreen
import Testing

@testable import RunScreen
@testable import couch5k

/// The run view as a terminal shows it that was not written for it.
@Suite(.serialized, .timeLimit(.minutes(5))) @EventLoop struct TmuxTests {
  private static let look = Look(hasColour: true, glyphs: .blocks)
  private static let sizes = [(80, 24), (40, 12), (200, 50)].map { Picture.Size(columns: $0.0, rows: $0.1) }

  private let directory = TemporaryDirectory()
  private let daemon: FakeDaemon

  init() throws { daemon = try FakeDaemon(at: directory.file("socket")) }

  /// The picture that the screen should show, by the elapsed time that it shows.
  private func expected(_ screen: String, _ size: Picture.Size, isPaused: Bool) -> String? {
    guard let time = screen.firstMatch(of: #/(\d\d:\d\d) elapsed/#),
      let elapsed = Duration(clock: String(time.1))
    else { return nil }
    let seconds = Double(elapsed.components.seconds)
    let scene = isPaused ? RunScene.paused(seconds) : .running(seconds)
    return RunView(scene: scene, size: size, look: Self.look).picture.text.withoutSpacesAtEnds
  }

  @Test func `The screen shows the view, at every size, also when that changes`() async throws {
    let tmux = await Tmux(Self.sizes[0])
    await tmux.enter("clear; '\(couch5kProgram)' run --start-at 5:12 --socket '\(daemon.path)'")
    for isPaused in [false, true] {
      if isPaused { await tmux.press(" ") }
      for size in Self.sizes {
        await tmux.resize(size)
        var (screen, picture) = ("", String?.none)
        try await tmux.until {
          screen = await tmux.screen.withoutSpacesAtEnds
          picture = expected(screen, size, isPaused: isPaused)
          return screen == picture
        }
        #expect(screen == picture)
      }
    }
    await tmux.press("qy")
    try await tmux.until { await tmux.screen.contains("Week 1, run 1 ended at 05:1") }
    #expect(await tmux.modes == Tmux.Modes(isAlternate: false, hasCursor: true))
  }

  @Test func `Every signal that ends it, crashes too, leaves a terminal that can be used`() async throws {
    let tmux = await Tmux(Self.sizes[0])
    await tmux.enter("ulimit -c 0; export SWIFT_BACKTRACE=enable=no; cd '\(directory.path)'")
    let run = "echo $$ >process; exec '\(couch5kProgram)' run --socket '\(daemon.path)'"
    try run.write(toFile: directory.file("run"), atomically: true, encoding: .utf8)
    for signal in Self.ends {
      await tmux.enter("clear; stty -a >before; XDG_STATE_HOME=$PWD/\(signal) sh ./run")
      try await tmux.until { await tmux.modes == Tmux.Modes(isAlternate: true, hasCursor: false) }
      let process = try #require(pid_t(text(of: "process")))
      #expect(kill(process, signal) == 0)
      try await tmux.until { await tmux.modes == Tmux.Modes(isAlternate: false, hasCursor: true) }
      await tmux.enter("stty -a >after; echo \(signal) >end")
      try await tmux.until { text(of: "end") == "\(signal)" }
      #expect(text(of: "before") == text(of: "after") && !text(of: "after").isEmpty, "signal \(signal)")
    }
  }

  @Test func `A terminal that takes nothing any more keeps no run from going on`() async throws {
    let tmux = await Tmux(Self.sizes[2])
    await tmux.enter("'\(couch5kProgram)' run --speed 600 --socket '\(daemon.path)'")
    try await tmux.until { await tmux.modes.isAlternate }
    #expect(kill(tmux.process, SIGSTOP) == 0)
    defer { kill(tmux.process, SIGCONT) }
    // Sent ahead, and again at the end, to learn whether it is heard.
    try await tmux.until { daemon.ids.count { $0 == "complete" } == 2 }
    // It waits to give the terminal back.
    await pause(for: .milliseconds(500))
    #expect(kill(tmux.process, SIGCONT) == 0)
    try await tmux.until { await tmux.screen.contains("Week 1, run 1 is done.") }
    #expect(await tmux.modes == Tmux.Modes(isAlternate: false, hasCursor: true))
  }

  /// All that a program can catch and that ends it by default, but those of real time, of which these are the first and
  /// the last; SIGPIPE, which does not end it, is none.
  private static let ends =
    [
      SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGUSR1, SIGUSR2,
      SIGALRM, SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
    ] + [34, 64]

  private func text(of file: String) -> String {
    let text = try? String(contentsOfFile: directory.file(file), encoding: .utf8)
    return (text ?? "").withoutSpacesAtEnds
  }
}

extension String {
  /// Without those at the ends of lines, and without empty lines at the end.
  fileprivate var withoutSpacesAtEnds: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}
