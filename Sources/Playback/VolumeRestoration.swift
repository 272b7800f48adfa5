import Ducking
import EventLoop

/// Gives back the volumes that a run of the daemon left lowered, without a daemon.
@EventLoop
public final class VolumeRestoration {
  public enum Outcome: Sendable {
    /// There was nothing to give back.
    case nothing
    /// Everything was given back.
    case restored
    /// They could not be: unless the journal is damaged, they are when the daemon starts next.
    case failed(PlaybackError)
  }

  /// How long the sound server may take.
  private static let patience: Duration = .seconds(2)

  private let file: VolumeJournalFile
  private let lock: VolumeJournalLock
  private var done: (@EventLoop (Outcome) -> Void)?
  private var connection: PulseConnection?
  private var ducker: VolumeDucker?
  private var timer: Timer?

  /// - Parameter journalDirectory: where the daemon journals volumes.
  public init(journalDirectory: String) {
    file = VolumeJournalFile(directory: journalDirectory)
    lock = VolumeJournalLock(directory: journalDirectory)
  }

  /// Never starts a sound server, and does not even look for one where there is nothing to do.
  public func run(_ done: @escaping @EventLoop (Outcome) -> Void) {
    do {
      // Who holds the lock gives them back.
      guard try file.read() != nil, lock.acquire() else { return done(.nothing) }
    } catch {
      return done(.failed(error))
    }
    self.done = done
    timer = Timer(.boot) { [weak self] in
      self?.finish(.failed(PlaybackError(attempt: "give volumes back", message: "the sound server does not answer")))
    }
    timer?.arm(after: Self.patience)
    let connection = PulseConnection { [weak self] change in self?.connectionChanged(change) }
    self.connection = connection
    connection.connect()
  }

  private func connectionChanged(_ change: PulseConnection.Change) {
    switch change {
    case .ready:
      guard let connection else { return }
      let ducker = VolumeDucker(on: connection, file: file, depth: .standard)
      self.ducker = ducker
      ducker.restore { [weak self] in self?.finish(.restored) }
    case .ended(let error): finish(.failed(error))
    case .sinkInputChanged(let index): ducker?.sinkInputChanged(index)
    case .sinkInputGone(let index): ducker?.sinkInputGone(index)
    case .serverChanged: break
    }
  }

  private func finish(_ outcome: Outcome) {
    timer?.disarm()
    connection?.close()
    let done = done
    self.done = nil
    done?(outcome)
  }
}
