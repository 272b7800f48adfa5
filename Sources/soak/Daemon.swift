import Cue
import CueInterface
import EventLoop
import FoundationEssentials
import Glibc
import SoundLab

/// cued as it is installed, in a folder of its own.
@EventLoop
final class Daemon {
  nonisolated let socket: String
  private let process: ChildProcess
  private let folder: String?

  nonisolated var id: pid_t { process.id }

  /// Starts it where there is no sound server, so that nothing but messages are its work.
  static func startWithoutSound() async throws -> Daemon {
    // In memory, as XDG_RUNTIME_DIR is.
    let folder = "/dev/shm/cued-soak-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_RUNTIME_DIR"] = folder
    environment["XDG_STATE_HOME"] = folder
    environment["XDG_CONFIG_HOME"] = folder
    environment["PULSE_SERVER"] = "unix:\(folder)/none"
    let daemon = try await start("\(folder)/io.cued", environment, folder: folder)
    try await daemon.untilReady { $0.voice != nil }
    try await daemon.schedule()
    return daemon
  }

  /// What is made for the first scheduled cue, such as a timer, is there from then on.
  private func schedule() async throws {
    let client = try await CueClient.connect(to: socket, starting: false)
    let tomorrow = WallTime(microseconds: Timer.Clock.wall.now) + .seconds(86_400)
    _ = try await client.play(WireCue(id: "first", event: .halfway, at: tomorrow))
    _ = try await client.cancel(.all(session: nil))
    client.close()
  }

  static func start(on server: SoundServer) async throws -> Daemon {
    let daemon = try await start("\(server.directory)/run/io.cued", server.environment, folder: nil)
    try await daemon.untilReady { $0.output.server != nil && $0.voice != nil }
    return daemon
  }

  private func untilReady(_ isReady: (Cues.GetStatus.Reply) -> Bool) async throws {
    let client = try await CueClient.connect(to: socket, starting: false)
    try await waitUntil("cued to be ready") { (try? await client.status()).map(isReady) ?? false }
    client.close()
  }

  private static func start(_ socket: String, _ environment: [String: String], folder: String?) async throws -> Daemon {
    let process = try Spawn(
      sibling("cued"), ["--socket", socket], environment: environment, output: .discarded, errors: .discarded
    ).start()
    let daemon = Daemon(socket, process, folder)
    try await waitUntil("cued to listen") { (try? await CueClient.connect(to: socket, starting: false)) != nil }
    return daemon
  }

  private init(_ socket: String, _ process: ChildProcess, _ folder: String?) {
    self.socket = socket
    self.process = process
    self.folder = folder
  }

  var hasEnded: Bool { process.status != nil }

  func stop() async {
    process.signal(SIGTERM)
    await process.wait()
    if let folder { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// What it holds in no file, in KiB.
  var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// What its open descriptors lead to, such as a path, or `socket`.
  var descriptors: [String] {
    let folder = "/proc/\(id)/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return numbers.compactMap { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
      // Sockets are numbered.
      return target.map { $0.hasPrefix("socket:") ? "socket" : $0 }
    }
  }
}

/// The path of a program that was built beside this one.
func sibling(_ program: String) throws -> String {
  let mine = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return String(mine[...mine.lastIndex(of: "/")!]) + program
}
