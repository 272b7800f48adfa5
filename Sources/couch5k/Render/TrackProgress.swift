import CLinux
import Cue
import EventLoop
import Glibc

/// A bar on standard error, if that is a terminal, once something takes longer than a moment.
struct TrackProgress {
  private static let moment: Duration = .milliseconds(500)
  private static let interval: Duration = .milliseconds(100)
  private static let width = 40

  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var next = BootTime.now + moment
  private var isShown = false

  /// - Parameter fraction: how much is done, 0 to 1.
  mutating func show(_ fraction: Double) {
    guard isTerminal, BootTime.now >= next else { return }
    next = .now + Self.interval
    isShown = true
    fputs("\r\(ProgressBar.text(fraction, width: Self.width)) \(Int(fraction * 100)) %", linux_stderr())
  }

  /// Takes it away.
  mutating func clear() {
    if isShown { fputs("\r\u{1B}[K", linux_stderr()) }
    isShown = false
  }
}
