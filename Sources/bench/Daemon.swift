import Cue
import CueInterface
import EventLoop
import Glibc
import SoundLab

/// cued as it is installed, on a sound server, with a client that has connected to it before.
@EventLoop
final class Daemon: Contender {
  nonisolated let name = "cued"
  nonisolated let id: pid_t
  private let process: ChildProcess
  private let client: CueClient
  private var cueCount = 0
  /// What came of the cue that was sent last; nil: nothing yet.
  private var reply: Result<Cues.Play.Reply, CueClientError>?

  /// Starts it and waits until it could play.
  static func start(on server: SoundServer) async throws -> Daemon {
    let socket = "\(server.directory)/run/io.cued"
    let process = try Spawn(
      Installation.path(of: "cued"), ["--socket", socket], environment: server.environment, output: .discarded
    ).start()
    let client = try await connect(to: socket, of: process)
    let daemon = Daemon(process, client)
    try await poll("cued to be ready") {
      let status = try await client.status()
      return status.output.server != nil && status.voice != nil
    }
    return daemon
  }

  /// As soon as it listens.
  private static func connect(to socket: String, of process: ChildProcess) async throws -> CueClient {
    var client: CueClient?
    try await poll("cued to listen") {
      guard process.status == nil else { throw BenchError("cued ended: \(process.errorText)") }
      do throws(CueClientError) {
        client = try await CueClient.connect(to: socket, starting: false)
        return true
      } catch .connection(.nobodyListens) {
        return false
      }
    }
    guard let client else { throw BenchError("cued does not listen at \(socket)") }
    return client
  }

  private init(_ process: ChildProcess, _ client: CueClient) {
    self.process = process
    self.client = client
    id = process.id
  }

  func begin() -> SuspendingClock.Instant {
    cueCount += 1
    reply = nil
    let cue = WireCue(id: "\(cueCount)", event: Message.event)
    let moment = SuspendingClock.now
    client.send(cue) { [weak self] in self?.reply = $0 }
    return moment
  }

  func end() async throws {
    // It is asked, and so woken, only when the beginning is over.
    try await Task.sleep(for: .seconds(1))
    try await poll("cued to accept the cue") { reply != nil }
    _ = try reply?.get()
    try await poll("the cue to end") { try await client.status().playing == nil }
  }

  /// By which strategy other sound is ducked.
  var ducking: String {
    get async throws { try await client.status().output.ducking }
  }

  func stop() async {
    client.close()
    process.signal(SIGTERM)
    await process.wait()
  }
}
