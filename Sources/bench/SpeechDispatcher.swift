import EventLoop
import FoundationEssentials
import Glibc
import SoundLab

/// speech-dispatcher with a configuration of its own: the desktop's usual way to speak, with the same synthesizer.
@EventLoop
final class SpeechDispatcher {
  /// It is not here.
  struct Absence: Error {
    var reason: String
  }

  nonisolated let id: pid_t
  private let process: ChildProcess
  private let server: SoundServer
  private let socket: String

  private nonisolated static let configuration = """
    LogLevel 0
    AudioOutputMethod "pulse"
    AddModule "espeak-ng" "sd_espeak-ng" ""
    DefaultModule espeak-ng
    DefaultLanguage "en"

    """

  /// - Returns: the error where it is not installed or does not start.
  static func start(on server: SoundServer) async -> Result<SpeechDispatcher, any Error> {
    do {
      return .success(try await SpeechDispatcher(on: server))
    } catch {
      return .failure(error)
    }
  }

  private init(on server: SoundServer) async throws {
    let folder = "\(server.directory)/speech-dispatcher"
    let socket = "\(folder)/socket"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try Data(Self.configuration.utf8).write(to: URL(filePath: "\(folder)/speechd.conf"))
    let process = try Spawn(
      "speech-dispatcher",
      [
        "--run-single", "--timeout", "0", "--communication-method", "unix_socket", "--socket-path", socket,
        "--config-dir", folder, "--log-dir", folder, "--pid-file", "\(folder)/pid",
      ], environment: server.environment, output: .discarded
    ).start()
    try await poll("speech-dispatcher to listen") { process.status != nil || access(socket, F_OK) == 0 }
    guard process.status == nil else { throw BenchError("speech-dispatcher ended: \(process.errorText)") }
    self.process = process
    self.server = server
    self.socket = socket
    id = process.id
  }

  var client: Program {
    let environment = server.environment.merging(["SPEECHD_ADDRESS": "unix_socket:\(socket)"]) { $1 }
    return Program(Program.dispatcherClientName, ["spd-say", "--wait", Message.sentence], environment: environment)
  }

  func stop() async {
    process.signal(SIGTERM)
    await process.wait()
  }
}
