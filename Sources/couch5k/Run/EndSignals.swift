import EventLoop
import Glibc

/// The signals that end a program, as events.
@EventLoop
final class EndSignals {
  /// Those that whoever started this program has not chosen to ignore, as `nohup` does.
  nonisolated static let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { !isIgnored($0) }

  private let watches: [SignalWatch]

  /// - Parameter handler: gets the signal, perhaps more than once.
  init(handler: @escaping @EventLoop (Int32) -> Void) {
    watches = Self.all.map { signal in SignalWatch(signal) { handler(signal) } }
  }

  /// Ends the program by that signal, so that whoever started it sees what has ended it.
  nonisolated static func die(of signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    unblock(signal)
    exit(128 + signal)
  }

  private nonisolated static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Lets a signal through to this thread that it blocks; one that waits takes effect before this returns.
func unblock(_ signal: Int32) {
  var set = sigset_t()
  sigemptyset(&set)
  sigaddset(&set, signal)
  pthread_sigmask(SIG_UNBLOCK, &set, nil)
}
