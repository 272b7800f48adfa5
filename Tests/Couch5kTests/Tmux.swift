import EventLoop
import Glibc
import TerminalScreen

/// A terminal of tmux's, with a shell in it.
@EventLoop
final class Tmux {
  /// Where its socket is, and what its programs keep.
  private let directory = TemporaryDirectory()

  /// The server, which draws, and takes what programs write.
  private(set) var process: pid_t = 0

  init(_ size: Picture.Size) async {
    let answer = await call(
      "-f", "/dev/null", "new-session", "-d", "-P", "-F", "#{pid}", "-x", "\(size.columns)", "-y", "\(size.rows)",
      "exec /bin/sh")
    process = answer.split(separator: "\n").first.flatMap { pid_t($0) } ?? 0
    precondition(process > 0, "tmux does not start: \(answer)")
  }

  isolated deinit { kill(process, SIGKILL) }

  /// Types a line.
  func enter(_ line: String) async { await call("send-keys", "-l", line + "\n") }

  func press(_ keys: String) async { await call("send-keys", "-l", keys) }

  func resize(_ size: Picture.Size) async {
    await call("resize-window", "-x", "\(size.columns)", "-y", "\(size.rows)")
  }

  /// What is on the screen; without the spaces at the end of its lines.
  var screen: String { get async { await call("capture-pane", "-p") } }

  /// Whether a program has a screen of its own in there, and whether a cursor is seen.
  var modes: Modes {
    get async {
      let answer = await call("display-message", "-p", "#{alternate_on}#{cursor_flag}")
      return Modes(isAlternate: answer.hasPrefix("1"), hasCursor: answer.hasPrefix("01") || answer.hasPrefix("11"))
    }
  }

  struct Modes: Equatable {
    let isAlternate: Bool
    let hasCursor: Bool
  }

  /// Waits until that is so, or whoever waits has waited too long.
  func until(_ condition: @EventLoop () async -> Bool) async throws {
    while await !condition() {
      try Task.checkCancellation()
      await pause(for: .milliseconds(20))
    }
  }

  @discardableResult
  private func call(_ words: String...) async -> String {
    let program = Program(
      ["/usr/bin/env", "tmux", "-u", "-S", directory.file("socket")] + words, .pipe, state: directory)
    _ = await program.end()
    return program.output
  }
}
