import EventLoop
import Glibc

/// A terminal that hands over each key at once and does not show it, while this process holds the terminal.
///
/// Keys that make signals still do; Ctrl-S is a key like any other, since it would stop the run along with the output.
@EventLoop
final class TerminalMode {
  private let descriptor: Int32
  private let original: termios
  private var isTaken = false

  /// Nil where the descriptor is no terminal.
  init?(_ descriptor: Int32) {
    var original = termios()
    guard tcgetattr(descriptor, &original) == 0 else { return nil }
    self.descriptor = descriptor
    self.original = original
  }

  /// Does nothing where the terminal is another process's: the shell's, after `bg`.
  func take() {
    guard !isTaken, isInForeground(descriptor) else { return }
    var mode = original
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    mode.c_iflag &= ~tcflag_t(IXON)
    // VMIN and VTIME: a read returns with one byte.
    mode.c_cc.6 = 1
    mode.c_cc.5 = 0
    isTaken = tcsetattr(descriptor, TCSADRAIN, &mode) == 0
    if isTaken { TerminalGuard.mode = (descriptor, original) }
  }

  /// Takes it anew: whoever held the terminal meanwhile has left it as they like it.
  func takeAgain() {
    isTaken = false
    take()
  }

  func giveBack() {
    guard isTaken else { return }
    isTaken = false
    TerminalGuard.mode = nil
    // In the background the shell has long set its own mode.
    guard isInForeground(descriptor) else { return }
    var mode = original
    tcsetattr(descriptor, TCSADRAIN, &mode)
  }
}

/// Whether this process may use the terminal: it is in the foreground, or the terminal is not the one that jobs are
/// controlled by.
func isInForeground(_ terminal: Int32) -> Bool {
  let group = tcgetpgrp(terminal)
  return group < 0 || group == getpgrp()
}
