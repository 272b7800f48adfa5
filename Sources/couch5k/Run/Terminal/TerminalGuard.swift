import EventLoop
import Glibc
import TerminalScreen

/// Gives the terminal back when the program crashes, or ends by a signal that it does not expect.
@EventLoop
enum TerminalGuard {
  /// A terminal whose mode was changed, and the one that it had; nil: none.
  static var mode: (descriptor: Int32, original: termios)? {
    didSet { kept.pointee.mode = mode }
  }

  /// A terminal on which there is a screen of ours; nil: none.
  static var screen: Int32? {
    didSet { kept.pointee.screen = screen }
  }

  /// Whoever gets as little stack as a stack overflow leaves can still give the terminal back.
  private static let stackSize = 65_536

  /// - Parameter expected: signals that end the program in an orderly way.
  static func install(expected: [Int32]) {
    // Now, since a handler may allocate nothing.
    _ = kept
    var stack = stack_t(
      ss_sp: .allocate(byteCount: stackSize, alignment: 16), ss_flags: 0, ss_size: stackSize)
    sigaltstack(&stack, nil)
    for signal in crashes + otherEnds where !expected.contains(signal) {
      guard crashes.contains(signal) || isDefault(signal) else { continue }
      var action = sigaction()
      // The default comes after: what has crashed does so again as soon as the handler returns, or is made to.
      action.sa_flags = Int32(bitPattern: SA_RESETHAND) | SA_ONSTACK
      action.__sigaction_handler.sa_handler = { signal in
        TerminalGuard.giveBack()
        raise(signal)
      }
      sigaction(signal, &action, nil)
    }
  }

  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]

  /// All others that end a program by default, those of real time too.
  private static let otherEnds =
    [
      SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGVTALRM,
      SIGPROF, SIGIO, SIGPWR,
    ] + Array(34...64)

  private static func isDefault(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
  }
}

// MARK: - In the handler

extension TerminalGuard {
  private struct Kept {
    var mode: (descriptor: Int32, original: termios)?
    var screen: Int32?
    let leave: UnsafeMutableBufferPointer<UInt8>
  }

  /// What the handler needs, allocated before: a signal handler may do next to nothing.
  private nonisolated(unsafe) static let kept = {
    let leave = Array(PictureUpdate.leave.utf8)
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: leave.count)
    _ = bytes.initialize(from: leave)
    let kept = UnsafeMutablePointer<Kept>.allocate(capacity: 1)
    kept.initialize(to: Kept(leave: bytes))
    return kept
  }()

  private nonisolated static func giveBack() {
    if let screen = kept.pointee.screen, isInForeground(screen) {
      _ = write(screen, kept.pointee.leave.baseAddress, kept.pointee.leave.count)
    }
    if var mode = kept.pointee.mode, isInForeground(mode.descriptor) {
      tcsetattr(mode.descriptor, TCSANOW, &mode.original)
    }
  }
}
