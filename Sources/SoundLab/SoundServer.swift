import EventLoop
import Glibc

/// A sound server of its own, with nothing of the person's: its own home, its own runtime directory, a null sink
/// `out` (48 kHz, stereo) as the default and another called `other`.
///
/// Any number of them run beside one another and beside a real one, as root or as an ordinary user. When the test
/// process ends, however it ends, the server's processes and its directory go too.
@EventLoop
public final class SoundServer {
  public enum Kind: String, CaseIterable, Sendable {
    /// PulseAudio, with nothing that ducks or corks.
    case pulse
    /// PulseAudio as Debian ships it: module-role-cork pauses music for the role `phone`.
    case pulseCork
    /// PulseAudio whose user has loaded module-role-ducking: triggers `a11y` and `event`, −20 dB.
    case pulseDuck
    /// PulseAudio whose sinks cannot take back what they have rendered, as Bluetooth outputs cannot.
    case pulseNoRewind
    /// PipeWire with WirePlumber and pipewire-pulse.
    case pipewire
  }

  public nonisolated let kind: Kind
  /// Holds all that the server and its clients write.
  public nonisolated let directory: String
  /// What a program needs to find this server and nothing of the person's: the whole environment for ``Spawn``.
  public nonisolated let environment: [String: String]

  /// The server's address for `pa_context_connect`.
  public nonisolated var address: String { "unix:\(directory)/run/pulse/native" }

  /// The server's processes, PulseAudio alone or PipeWire's three, while it runs.
  public var processIDs: [pid_t] { processes.map(\.id) }

  /// What the server's processes have said since they were last started.
  public var log: String { processes.map(\.errorText).joined() }

  private let guardian: DirectoryGuardian
  private var bus: ChildProcess?
  private var processes: [ChildProcess] = []

  /// Starts a server and waits until it answers and has its sinks.
  ///
  /// - Throws: ``LabError`` if a program is not installed, ends, or does not answer within half a minute.
  public static func start(_ kind: Kind) async throws(LabError) -> SoundServer {
    let server = try SoundServer(kind)
    do {
      try await server.startBus()
      try await server.launch()
    } catch {
      await server.stop()
      throw error
    }
    return server
  }

  private init(_ kind: Kind) throws(LabError) {
    guardian = try DirectoryGuardian()
    self.kind = kind
    directory = guardian.directory
    environment = Self.environment(in: directory)
    try writeConfiguration()
  }

  /// Kills the server and removes its directory.
  public func stop() async {
    for process in processes + [bus].compactMap(\.self) { await process.kill() }
    processes = []
    bus = nil
    await guardian.dismiss()
  }

  /// Sends a signal to the server's processes: SIGKILL is a crash, SIGSTOP a server that hangs, SIGCONT its recovery.
  ///
  /// After SIGKILL it waits until they are gone.
  public func kill(_ signal: Int32) async {
    for process in processes { process.signal(signal) }
    guard signal == SIGKILL else { return }
    for process in processes { await process.wait() }
  }

  /// Starts the server anew in the same directory, at the same address, killing it first if it still runs.
  ///
  /// - Throws: as ``start(_:)``.
  public func restart() async throws(LabError) {
    await kill(SIGKILL)
    try await launch()
  }

  /// Runs `pactl` on this server, and gives what it wrote.
  ///
  /// - Throws: ``LabError`` with pactl's own words if it fails.
  @discardableResult
  public func pactl(_ arguments: String...) async throws(LabError) -> String {
    let pactl = try await Spawn("pactl", arguments, environment: environment).run()
    guard pactl.status == .success else {
      throw LabError(.ended, "pactl \(arguments.joined(separator: " ")): \(pactl.errorText)")
    }
    return pactl.outputText
  }

  private func startBus() async throws(LabError) {
    guard kind == .pipewire else { return }
    let bus = try spawn("dbus-daemon", ["--config-file=\(directory)/bus.conf", "--nofork", "--nopidfile"])
    self.bus = bus
    try await wait("a D-Bus daemon", for: [bus]) { access("\(self.directory)/run/bus", F_OK) == 0 }
  }

  private func launch() async throws(LabError) {
    switch kind {
    case .pulse, .pulseCork, .pulseDuck, .pulseNoRewind: try await launchPulseAudio()
    case .pipewire: try await launchPipeWire()
    }
  }

  private func launchPulseAudio() async throws(LabError) {
    processes = []
    processes.append(
      try spawn(
        "pulseaudio",
        [
          "-n", "-F", "\(directory)/pulse.pa", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1",
          "--disallow-exit", "--log-level=info", "--log-target=stderr",
        ]))
    try await wait("PulseAudio", for: processes) { await self.defaultSink == "out" }
  }

  private func launchPipeWire() async throws(LabError) {
    let socket = "\(directory)/run/pipewire-0"
    unlink(socket)
    processes = []
    processes.append(try spawn("pipewire"))
    try await wait("PipeWire", for: processes) { access(socket, F_OK) == 0 }
    processes.append(try spawn("wireplumber"))
    processes.append(try spawn("pipewire-pulse"))
    try await wait("pipewire-pulse", for: processes) { await self.defaultSink != nil }
    for sink in ["out", "other"] { try await makeSink(sink) }
    try await wait("WirePlumber", for: processes) {
      // It is refused until WirePlumber is there to remember it.
      _ = try? await self.pactl("set-default-sink", "out")
      return await self.defaultSink == "out"
    }
  }

  /// The sink is waited for, and not the answer: that one pipewire-pulse sometimes gives half a minute later.
  private func makeSink(_ name: String) async throws(LabError) {
    let pactl = try spawn(
      "pactl", ["load-module", "module-null-sink", "sink_name=\(name)", "rate=48000", "channels=2"])
    try await waitUntil("the sink \(name) to be there") { () async throws(LabError) in
      try await self.pactl("list", "short", "sinks").split(separator: "\n").contains {
        $0.split(separator: "\t").dropFirst().first.map(String.init) == name
      }
    }
    await pactl.kill()
  }

  /// `nil` while the server does not answer.
  private var defaultSink: String? {
    get async {
      guard let answer = try? await pactl("get-default-sink") else { return nil }
      return answer.split(separator: "\n").first.map(String.init)
    }
  }

  private func spawn(_ program: String, _ arguments: [String] = []) throws(LabError) -> ChildProcess {
    try Spawn(program, arguments, environment: environment, output: .discarded).start()
  }

  private func wait(
    _ what: String, for processes: [ChildProcess], until ready: @EventLoop () async -> Bool
  ) async throws(LabError) {
    try await waitUntil("\(what) to be ready") { () async throws(LabError) in
      if let ended = processes.first(where: { $0.status != nil }) {
        throw LabError(.ended, "\(what) does not start:\n\(ended.errorText)")
      }
      return await ready()
    }
  }
}
