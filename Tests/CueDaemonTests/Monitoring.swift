import Cue
import CueInterface
import EventLoop

/// A client that monitors a daemon.
@EventLoop
final class Monitoring {
  /// Everything that it was told, in order.
  private(set) var replies: [Cues.Monitor.Reply] = []
  private let client: CueClient

  /// Starts it, and waits until it has been told the present state.
  init(_ daemon: DaemonProcess) async throws {
    client = try await daemon.connect()
    let stream = client.monitor()
    Task { [weak self] in
      for try await reply in stream { self?.replies.append(reply) }
    }
    try await until("the monitor's first reply") { !replies.isEmpty }
  }

  var changes: [Cues.Change] { replies.compactMap(\.change) }

  /// The states that were told of the cue of this id.
  func states(of id: String) -> [CueState] { changes.filter { $0.cue.id == id }.map(\.state) }
}
