import EventLoop
import SoundLab

/// A program that is started for each message, and ends with it.
@EventLoop
final class Program: Contender {
  nonisolated let name: String
  private let spawn: Spawn
  private var process: ChildProcess?

  /// - Parameter command: the program's name and its arguments.
  init(_ name: String, _ command: [String], environment: [String: String]) {
    self.name = name
    var spawn = Spawn(command[0], Array(command.dropFirst()), environment: environment, output: .discarded)
    // What the kernel needs for that would be measured too. It ends by itself, at the latest with its sound server.
    spawn.diesWithParent = false
    self.spawn = spawn
  }

  func begin() throws(LabError) -> SuspendingClock.Instant {
    let moment = SuspendingClock.now
    process = try spawn.start()
    return moment
  }

  func end() async throws {
    guard let process else { return }
    guard await process.wait() == .success else {
      throw BenchError(process.errorText.split(separator: "\n").first.map(String.init) ?? "it failed without a word")
    }
  }
}

extension Program {
  static let dispatcherClientName = "spd-say --wait"

  /// Plays the chime from a file.
  static func paplay(on server: SoundServer) throws(LabError) -> Program {
    let path = "\(server.directory)/chime.wav"
    try Recording(frames: Message.chime.samples.flatMap { [$0, $0] }).write(wav: path)
    return Program("paplay chime.wav", ["paplay", path], environment: server.environment)
  }

  /// Speaks through whatever output it was built with.
  static func espeak(on server: SoundServer) -> Program {
    let environment = server.environment.merging(["PULSE_SERVER": server.address]) { $1 }
    return Program("espeak-ng", ["espeak-ng", Message.sentence], environment: environment)
  }
}
