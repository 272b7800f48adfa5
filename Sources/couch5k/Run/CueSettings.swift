import CueInterface
import EventLoop

/// The daemon's settings of how cues sound, while a run goes on: kept up with, and changed by keys.
@EventLoop
final class CueSettings {
  private(set) var controls = CueControls() {
    didSet { if controls != oldValue { onChange?() } }
  }
  var onChange: (@EventLoop () -> Void)?

  private let client: CueClient
  private let listener: CueClient?
  private let notice: @EventLoop (String) -> Void
  private var monitor: Task<Void, Never>?

  /// - Parameters:
  ///   - client: what changes are made with.
  ///   - listener: a client for this alone: a connection that changes are told on does nothing else.
  ///   - notice: tells the runner, in a line.
  init(_ client: CueClient, listener: CueClient?, notice: @escaping @EventLoop (String) -> Void) {
    self.client = client
    self.listener = listener
    self.notice = notice
    guard let changes = listener?.monitorSettings() else { return }
    monitor = Task { [weak self] in
      do {
        for try await reply in changes { self?.controls.take(reply.settings) }
      } catch {
        // A daemon without settings, or none any more: there is nothing to change.
      }
    }
  }

  isolated deinit { monitor?.cancel() }

  func toggleChimes() { send(controls.toggleChimes()) }
  func stepVolume(up: Bool) { send(controls.stepVolume(up: up)) }
  func setVolume(to percent: Int) { send(controls.setVolume(to: percent)) }

  private func send(_ change: SettingsInterface.Change?) {
    guard let change else { return }
    Task {
      do throws(CueClientError) {
        controls.answered(try await client.set([change]))
      } catch {
        controls.answered([])
        if case .call(.closed) = error { return }
        notice("the setting \(change.name) stays as it is: \(error)")
      }
    }
  }
}
