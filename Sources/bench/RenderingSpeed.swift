import EventLoop
import FoundationEssentials
import SoundLab

/// How fast a whole workout is made into a file.
enum RenderingSpeed: Encodable, Sendable {
  /// So many seconds of sound in a second.
  case factor(Double)
  /// Why it was not measured.
  case unknown(String)

  /// The plan's last workout: warmup, 30 minutes of running, cooldown.
  private static let workout = ["--week", "9", "--day", "3"]
  private static let length = Duration.seconds(2_400)

  @EventLoop
  static func measure() async -> RenderingSpeed {
    progress("rendering a workout")
    let path = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID()).wav").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      let spawn = Spawn(try Installation.path(of: "couch5k"), ["render"] + workout + ["-o", path])
      let begin = SuspendingClock.now
      let end = try await spawn.run()
      let time = SuspendingClock.now - begin
      guard end.status == .success else {
        return .unknown(end.errorText.split(separator: "\n").first.map(String.init) ?? "couch5k render failed")
      }
      guard FileManager.default.fileExists(atPath: path) else { return .unknown("couch5k render wrote no file") }
      return .factor(length / time)
    } catch {
      return .unknown("\(error)")
    }
  }
}
