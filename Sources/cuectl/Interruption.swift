import Cue
import CueInterface
import EventLoop
import Glibc

/// Takes a cue back that waits for its time when the person interrupts this program, and then ends the program by that
/// signal. The signals must be blocked.
@EventLoop
final class Interruption {
  nonisolated static let signals = [SIGINT, SIGTERM]
  private static let patience: Duration = .seconds(1)

  private let cue: WireCue
  private let path: String
  private var watches: [SignalWatch] = []
  private var limit: Timer?
  /// What has come; nil while nothing has.
  private var signal: Int32?

  /// - Parameter path: the daemon's socket.
  init(takingBack cue: WireCue, at path: String) {
    self.cue = cue
    self.path = path
    watches = Self.signals.map { signal in SignalWatch(signal) { [weak self] in self?.came(signal) } }
  }

  /// Ends the program if a signal has come.
  func endIfInterrupted() {
    if let signal { Self.die(of: signal) }
  }

  private func came(_ signal: Int32) {
    // Whoever asks twice does not want to wait.
    guard self.signal == nil else { Self.die(of: signal) }
    self.signal = signal
    limit = Timer(.boot) { Self.die(of: signal) }
    limit?.arm(after: Self.patience)
    Task { await takeBack(signal) }
  }

  /// The cue's end is then told like any other.
  private func takeBack(_ signal: Int32) async {
    do throws(CueClientError) {
      // The first connection is busy telling what becomes of the cue.
      let client = try await CueClient.connect(to: path, starting: false)
      _ = try await client.cancel(.cue(id: cue.id, session: cue.session))
      client.close()
    } catch {
      Self.die(of: signal)
    }
  }

  private static func die(of signal: Int32) -> Never {
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    exit(128 + signal)
  }
}
