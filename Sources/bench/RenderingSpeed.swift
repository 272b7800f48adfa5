import EventLoop
import FoundationEssentials
import Sound
import SoundLab

/// How fast a whole workout is made into a file.
struct RenderingFigures: Encodable, Sendable {
  /// Its cues alone, with silence between them.
  var cues: RenderingSpeed
  /// Its cues in music.
  var mix: RenderingSpeed

  static let unmeasured = RenderingFigures(cues: .unknown("not measured"), mix: .unknown("not measured"))

  /// The plan's last workout: warmup, 30 minutes of running, cooldown.
  static let length = Duration.seconds(2_400)

  @EventLoop
  static func measure() async -> RenderingFigures {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      progress("rendering a workout")
      let cues = await RenderingSpeed.measure(to: "\(folder)/cues.wav")
      let music = "\(folder)/music.flac"
      try await writeMusic(to: music)
      progress("rendering a workout into music")
      return RenderingFigures(
        cues: cues, mix: await RenderingSpeed.measure(["--music", music], to: "\(folder)/mix.flac"))
    } catch {
      return RenderingFigures(cues: .unknown("\(error)"), mix: .unknown("\(error)"))
    }
  }

  /// As long as the workout, at the rate of CDs, and no easier to compress than music is.
  @EventLoop
  private static func writeMusic(to path: String) async throws {
    progress("making 40 minutes of music")
    let writer = try SoundFileWriter(path, wantedRate: 44_100, channels: 2)
    var noise: UInt32 = 1
    var smooth: (Float, Float) = (0, 0)
    let second = (0..<44_100).flatMap { _ in
      noise = noise &* 1_664_525 &+ 1_013_904_223
      smooth.0 += 0.1 * (Float(Int16(truncatingIfNeeded: noise >> 16)) - smooth.0)
      smooth.1 += 0.3 * (smooth.0 - smooth.1)
      return [Int16(smooth.0), Int16(smooth.1)]
    }
    for _ in 0..<length.components.seconds {
      try writer.write(second)
      await Task.yield()
    }
    try writer.close()
  }
}

enum RenderingSpeed: Encodable, Sendable {
  /// So many seconds of sound in a second, and the most memory that was held, in kB.
  case factor(Double, memory: Int)
  /// Why it was not measured.
  case unknown(String)

  @EventLoop
  static func measure(_ options: [String] = [], to path: String) async -> RenderingSpeed {
    do {
      let words = ["render", "--week", "9", "--day", "3", "-o", path] + options
      let spawn = Spawn(try Installation.path(of: "couch5k"), words)
      let begin = SuspendingClock.now
      let end = try await spawn.run()
      let time = SuspendingClock.now - begin
      guard end.status == .success else {
        return .unknown(end.errorText.split(separator: "\n").first.map(String.init) ?? "couch5k render failed")
      }
      guard FileManager.default.fileExists(atPath: path) else { return .unknown("couch5k render wrote no file") }
      return .factor(RenderingFigures.length / time, memory: end.peakMemory)
    } catch {
      return .unknown("\(error)")
    }
  }
}
