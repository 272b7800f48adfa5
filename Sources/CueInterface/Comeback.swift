import EventLoop
import Varlink

/// Looks for a daemon that has gone, until it is released: at once when something appears where it listens, and else
/// ever more rarely.
@EventLoop
final class Comeback {
  enum Event {
    /// Somebody listens there again.
    case connected(VarlinkClient)
    /// It is not back soon, and says why; told once.
    case stillAway(CueClientError)
  }

  private enum State { case looking, starting, connected }

  private static let shortestDelay: Duration = .milliseconds(50)
  private static let longestDelay: Duration = .seconds(5)
  /// From the socket's appearance until somebody listens.
  private static let momentToListen: Duration = .milliseconds(2)
  /// Whoever looks after the daemon brings it back sooner.
  private static let patienceBeforeStarting: Duration = .milliseconds(300)
  private static let patienceBeforeTelling: Duration = .seconds(1)

  private let path: String
  private let starting: Bool
  private let handler: @EventLoop (Event) -> Void
  private let begin = Timer.Clock.boot.now
  private var delay = shortestDelay
  private var timer: Timer?
  private var folder: FolderWatch?
  private var state = State.looking
  private var hasTold = false

  /// - Parameters:
  ///   - path: the daemon's socket.
  ///   - starting: start it where nobody else does.
  init(to path: String, starting: Bool, handler: @escaping @EventLoop (Event) -> Void) {
    self.path = path
    self.starting = starting
    self.handler = handler
    timer = Timer(.boot) { [weak self] in self?.attempt() }
    folder = FolderWatch(path) { [weak self] in self?.appeared() }
    failed()
  }

  /// The connection is over already: look on.
  func failed() {
    state = .looking
    timer?.arm(after: delay)
    delay = min(delay * 2, Self.longestDelay)
  }

  private var elapsed: Duration { .microseconds(Timer.Clock.boot.now - begin) }

  private func appeared() {
    delay = Self.shortestDelay
    timer?.arm(after: Self.momentToListen)
  }

  private func attempt() {
    guard state == .looking else { return }
    do {
      connected(try VarlinkClient.connect(to: path))
    } catch .nobodyListens where starting && elapsed >= Self.patienceBeforeStarting {
      start()
    } catch {
      failed(with: .connection(error), tellingAfter: Self.patienceBeforeTelling)
    }
  }

  private func start() {
    state = .starting
    Task { [weak self, path] in
      do throws(CueClientError) {
        let client = try await DaemonStart.run(at: path)
        self?.connected(client)
      } catch {
        self?.failed(with: error, tellingAfter: .zero)
      }
    }
  }

  private func connected(_ client: VarlinkClient) {
    state = .connected
    timer?.disarm()
    handler(.connected(client))
  }

  private func failed(with error: CueClientError, tellingAfter patience: Duration) {
    failed()
    guard !hasTold, elapsed >= patience else { return }
    hasTold = true
    handler(.stillAway(error))
  }
}
