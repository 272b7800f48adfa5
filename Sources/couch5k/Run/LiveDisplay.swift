import CLinux
import EventLoop
import Glibc
import WorkoutEngine

/// One line at the bottom of a terminal, drawn over and over, and the keys that are pressed meanwhile.
final class LiveDisplay: RunDisplay {
  /// What a terminal sends when its job is to stop, has been continued, or its size has changed.
  nonisolated static let signals = [SIGTSTP, SIGCONT, SIGWINCH]

  let isLive = true
  private let output = STDOUT_FILENO
  private let input = STDIN_FILENO
  /// Nil where the input is no terminal: then there are no keys.
  private let mode: TerminalMode?
  private let onKey: @EventLoop (UInt8) -> Void
  private var keys: FileWatch?
  private var signals: [SignalWatch] = []
  private var line: LiveLine?
  /// What the runner is to be told as soon as the terminal is ours.
  private var notices: [String] = []
  private var isClosed = false

  /// - Parameter onKey: gets each byte that comes from the keyboard.
  init(onKey: @escaping @EventLoop (UInt8) -> Void) {
    self.onKey = onKey
    mode = TerminalMode(input)
    mode?.take()
    if mode != nil { keys = FileWatch(input, .readable) { [weak self] _ in self?.readKeys() } }
    signals = [
      SignalWatch(SIGTSTP) { [weak self] in self?.stop() },
      SignalWatch(SIGCONT) { [weak self] in self?.continued() },
      SignalWatch(SIGWINCH) { [weak self] in self?.redraw() },
    ]
  }

  func fired(_ event: TimedEvent) {}

  func show(_ line: LiveLine) {
    self.line = line
    self.line?.hasKeys = mode != nil
    redraw()
  }

  func notice(_ text: String) {
    notices.append(text)
    redraw()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    keys?.cancel()
    keys = nil
    signals = []
    leaveLine()
  }
}

// MARK: - Drawing

extension LiveDisplay {
  private static let clearToEnd = "\u{1B}[K"

  /// Nothing in the background, where writing might stop us, and nothing once the terminal was given back.
  private func redraw() {
    guard !isClosed, isInForeground(output) else { return }
    returnFromBackground()
    for notice in notices { write("\r\(Self.clearToEnd)couch5k: \(notice)\n") }
    notices = []
    if let line { write("\r\(line.text(width: width))\(Self.clearToEnd)") }
  }

  private var width: Int {
    var (columns, rows): (Int32, Int32) = (0, 0)
    // Terminals that do not know their width say that it is 0.
    guard linux_terminal_size(output, &columns, &rows) == 0, columns > 0 else { return 80 }
    return Int(columns)
  }

  /// Leaves the last line standing, and the terminal as it was.
  private func leaveLine() {
    if isInForeground(output) { write("\n") }
    mode?.giveBack()
  }

  /// A terminal that takes nothing now, because its connection hangs, misses a picture: the run must not wait for it.
  private func write(_ text: String) {
    var terminal = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&terminal, 1, 0) == 1 else { return }
    let bytes = Array(text.utf8)
    _ = Glibc.write(output, bytes, bytes.count)
  }
}

// MARK: - Keys

extension LiveDisplay {
  private func readKeys() {
    guard isInForeground(input) else {
      // They are meant for the shell, and reading them would stop us.
      keys?.interest = []
      return
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(input, &bytes, bytes.count)
    guard count > 0 else {
      // The terminal is gone; a signal follows.
      keys?.cancel()
      keys = nil
      return
    }
    for byte in bytes.prefix(count) { onKey(byte) }
  }

  /// The shell says nothing when it brings a job back that was running: whoever draws finds out.
  private func returnFromBackground() {
    mode?.take()
    keys?.interest = .readable
  }
}

// MARK: - Job control

extension LiveDisplay {
  /// Stops as every program does. In a group that nobody could continue the kernel does not stop us, and we go on.
  private func stop() {
    leaveLine()
    raise(SIGTSTP)
    unblock(SIGTSTP)
    SignalWatch.block([SIGTSTP])
    continued()
  }

  private func continued() {
    guard !isClosed else { return }
    mode?.takeAgain()
    redraw()
  }
}
