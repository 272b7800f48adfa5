import EventLoop
import Glibc
import SoundLab

/// A music player, and the person's hand on its volume.
@EventLoop
public final class Player {
  /// What a player says about itself.
  public struct Traits: Hashable, Sendable {
    public var name: String
    public var role: String?
    public var latency: Music.Latency
    /// Where it plays; nil: on the default sink.
    public var sink: String?

    public init(name: String = "player", role: String? = nil, latency: Music.Latency = .deep, sink: String? = nil) {
      self.name = name
      self.role = role
      self.latency = latency
      self.sink = sink
    }
  }

  public nonisolated let traits: Traits
  private let server: SoundServer
  private let music: Music

  /// Starts one and waits until it plays, with the volume that the server remembers it by.
  public static func start(on server: SoundServer, _ traits: Traits = Traits()) async throws(LabError) -> Player {
    let music = try await Music.play(
      on: server, amplitude: 4_000, role: traits.role, name: traits.name, latency: traits.latency, sink: traits.sink)
    return Player(traits, server, music)
  }

  /// Starts one and waits until it plays with this volume, which the server remembers then.
  ///
  /// - Parameter volume: of the left and of the right channel; 65,536 is 100 %.
  public static func start(
    on server: SoundServer, _ traits: Traits = Traits(), volume: [UInt32]
  ) async throws(LabError) -> Player {
    let player = try await start(on: server, traits)
    try await player.setVolume(volume)
    return player
  }

  private init(_ traits: Traits, _ server: SoundServer, _ music: Music) {
    self.traits = traits
    self.server = server
    self.music = music
  }

  /// The volume of its stream, as the server has it: of each channel; 65,536 is 100 %.
  public var volume: [UInt32] {
    get async throws(LabError) { try await music.volume }
  }

  /// Moves its sliders, as a person does, and waits until the server says so.
  public func setVolume(_ volume: [UInt32]) async throws(LabError) {
    try await moveVolume(volume)
    try await waitForVolume(volume)
  }

  /// Moves its sliders, as a person does.
  public func moveVolume(_ volume: [UInt32]) async throws(LabError) {
    guard let stream = try await music.stream else { return }
    // The stream may end meanwhile.
    _ = try? await server.pactl("set-sink-input-volume", "\(stream.index)", "\(volume[0])", "\(volume[1])")
  }

  public func setMute(_ isMuted: Bool) async throws(LabError) { try await music.setMute(isMuted) }

  public func waitForVolume(_ volume: [UInt32]) async throws(LabError) {
    try await waitUntil("\(traits.name) to have the volume \(volume)") { () async throws(LabError) in
      try await self.volume == volume
    }
  }

  /// Waits until it is as low as a cue makes it.
  ///
  /// - Parameter original: its volume before.
  public func waitUntilLow(from original: [UInt32], by decibels: Int = 20) async throws(LabError) {
    try await waitForVolume(lowered(original, by: decibels))
  }

  /// Ends it as a crash does.
  public func kill() async { await music.kill() }
}

/// A volume that is so many decibels lower, on PulseAudio's scale, where amplitude is the volume's cube.
public func lowered(_ volume: [UInt32], by decibels: Int = 20) -> [UInt32] {
  let factor = pow(10, -Double(decibels) / 60)
  return volume.map { UInt32((Double($0) * factor).rounded()) }
}
