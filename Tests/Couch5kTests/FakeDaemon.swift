import Cue
import CueInterface
import EventLoop
import Glibc
import Settings
import Varlink

@testable import couch5k

/// Speaks the daemon's language, says of every cue that is due that it has played, and keeps what it was sent.
@EventLoop
final class FakeDaemon {
  struct Received: Equatable {
    let cue: WireCue
    /// When it came.
    let wall: WallTime
    /// Whether its states were to be told.
    let isFollowed: Bool
  }

  let path: String
  /// Cues are kept waiting for their answer.
  var holdsAnswers = false
  /// Nothing at all is answered, as if it had been stopped.
  var isSilent = false
  private(set) var received: [Received] = [] {
    didSet { resumeWaiters() }
  }
  private(set) var cancelled: [Cues.Cancel.Parameters.Target] = []
  /// What it was asked to set, in order.
  private(set) var changes: [SettingsInterface.Change] = []
  private var values: [String: SettingValue] = ["chimes": .flag(true), "volume": .number(100)]
  private var settingsMonitors: [VarlinkCall] = []
  private let soundServer: String?
  private var server: VarlinkServer?
  private var held: [VarlinkCall] = []
  private var waiters: [(id: String, continuation: CheckedContinuation<Void, Never>)] = []

  /// - Parameter soundServer: what it says that it plays on; nil: it has found nothing.
  init(at path: String, soundServer: String? = "test") throws {
    self.path = path
    self.soundServer = soundServer
    try start()
  }

  isolated deinit { server?.close() }

  /// Ends all connections and is there again, as if it had crashed and was started.
  func restart() throws {
    held = []
    received = []
    settingsMonitors = []
    server?.close()
    try start()
  }

  var ids: [String] { received.map(\.cue.id) }

  /// Waits until that cue was sent.
  func receives(_ id: String) async {
    if ids.contains(id) { return }
    await withCheckedContinuation { waiters.append((id, $0)) }
  }

  /// Waits until somebody wants to be told the states of that cue.
  func isFollowed(_ id: String) async {
    while !received.contains(where: { $0.cue.id == id && $0.isFollowed }) { await pause(for: .milliseconds(5)) }
  }

  private func resumeWaiters() {
    for waiter in waiters where ids.contains(waiter.id) { waiter.continuation.resume() }
    waiters.removeAll { ids.contains($0.id) }
  }

  private func start() throws {
    let interface = VarlinkInterface(
      name: Cues.name, description: Cues.description, invalidField: VarlinkError.invalidField
    ) { [weak self] call in
      call.answer { call throws(VarlinkError) in try self?.answer(call) }
    }
    let settings = VarlinkInterface(
      name: SettingsInterface.name, description: SettingsInterface.description,
      invalidField: VarlinkError.invalidSettingsField
    ) { [weak self] call in
      call.answer { call throws(VarlinkError) in try self?.answerAboutSettings(call) }
    }
    let service = VarlinkServer.Service(vendor: "test", product: "test", version: "1", url: "https://example.org")
    let server = VarlinkServer(service, interfaces: [interface, settings])
    try listen(server)
    self.server = server
  }

  /// A child that another test starts at this moment holds a copy of the last server's lock until it runs its program.
  private func listen(_ server: VarlinkServer) throws {
    for _ in 0..<500 {
      do throws(VarlinkListenError) {
        return try server.listen(at: path)
      } catch .inUse(_, process: nil) {
        usleep(10_000)
      }
    }
    try server.listen(at: path)
  }

  private func answer(_ call: VarlinkCall) throws(VarlinkError) {
    guard !isSilent else { return held.append(call) }
    switch call.method {
    case Cues.Play.method:
      let cue = try call.parameters(as: Cues.Play.Parameters.self).cue
      received.append(Received(cue: cue, wall: .now, isFollowed: call.wantsMore))
      guard !holdsAnswers else { return held.append(call) }
      let isDue = call.wantsMore || cue.at.map { $0 <= .now } ?? true
      call.reply(Cues.Play.Reply(state: isDue ? .played : .scheduled, reason: nil))
    case Cues.Cancel.method:
      cancelled.append(try call.parameters(as: Cues.Cancel.Parameters.self).target)
      call.reply(Cues.Cancel.Reply(cancelled: 0))
    case Cues.GetStatus.method:
      let output = Cues.Output(server: soundServer, sink: nil, ducking: "off", reason: "there is no sound server")
      call.reply(
        Cues.GetStatus.Reply(
          version: "1", pid: 1, output: output, voice: "", playing: nil, waiting: 0, connections: 1))
    default: throw .methodNotFound(call.method)
    }
  }

  private func answerAboutSettings(_ call: VarlinkCall) throws(VarlinkError) {
    guard !isSilent else { return held.append(call) }
    switch call.method {
    case SettingsInterface.Get.method:
      call.reply(SettingsInterface.Get.Reply(settings: rows), continues: call.wantsMore)
      if call.wantsMore { settingsMonitors.append(call) }
    case SettingsInterface.Set.method:
      for change in try call.parameters(as: SettingsInterface.Set.Parameters.self).changes {
        changes.append(change)
        values[change.name] = change.value
      }
      for monitor in settingsMonitors { monitor.reply(SettingsInterface.Get.Reply(settings: rows), continues: true) }
      call.reply(SettingsInterface.Set.Reply(settings: rows))
    default: throw .methodNotFound(call.method)
    }
  }

  private var rows: [SettingsInterface.Row] {
    [Setting.chimes, Setting.volume].map { .init($0, value: values[$0.name], source: .file) }
  }
}
