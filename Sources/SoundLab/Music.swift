import EventLoop
import Glibc

/// A player of its own process that plays a 440 Hz tone on the left channel only, on and on.
///
/// A mono cue comes out of both channels alike: so in a recording the right channel is the cue alone, and left
/// minus right the music alone.
@EventLoop
public final class Music {
  /// What the player asks the server for.
  public enum Latency: Sendable {
    /// 50 ms, as a game or a film asks for. On a busy machine it drops out at times.
    case low
    /// What the server gives unasked: 2 s on PulseAudio, as music players have it.
    case deep
  }

  /// Hertz.
  public nonisolated static let frequency = 440

  private let server: SoundServer
  private let player: ChildProcess

  /// Starts it and waits until the server has it on a sink and plays it.
  ///
  /// - Parameters:
  ///   - amplitude: of the tone; 32,767 is full scale. Together with a cue it must not exceed that, or the
  ///     recording's left channel is clipped and the music cannot be told from the cue any more.
  ///   - role: its `media.role`; `nil`: none.
  ///   - name: its `application.name`.
  ///   - sink: where it plays; `nil`: on the default sink.
  /// - Throws: ``LabError`` if the player does not start or ends.
  public static func play(
    on server: SoundServer, amplitude: Int16 = 8_000, role: String? = "music", name: String = "music",
    latency: Latency = .deep, sink: String? = nil
  ) async throws(LabError) -> Music {
    let music = try Music(server, amplitude: amplitude, role: role, name: name, latency: latency, sink: sink)
    try await waitUntil("music to play") { () async throws(LabError) in
      guard music.player.status == nil else { throw LabError(.ended, "music ended: \(music.player.errorText)") }
      guard let stream = try await music.stream else { return false }
      return stream.sink != UInt32.max && !stream.corked
    }
    return music
  }

  private init(
    _ server: SoundServer, amplitude: Int16, role: String?, name: String, latency: Latency, sink: String?
  ) throws(LabError) {
    var arguments = ["--playback", "--raw", "--format=s16le", "--rate=48000", "--channels=2", "--client-name=\(name)"]
    if let role { arguments.append("--property=media.role=\(role)") }
    if let sink { arguments.append("--device=\(sink)") }
    if latency == .low { arguments.append("--latency-msec=50") }
    let tone = Self.tone(amplitude: amplitude)
    self.server = server
    player = try Spawn("pacat", arguments, environment: server.environment, input: .supplied { tone }).start()
  }

  public nonisolated var processID: pid_t { player.id }

  /// The player's stream; `nil` before the server has it and after it is gone.
  public var stream: SinkInput? {
    get async throws(LabError) {
      try await server.sinkInputs().first { $0.properties["application.process.id"] == "\(player.id)" }
    }
  }

  /// The stream's volume per channel: 65,536 is 100 %.
  public var volume: [UInt32] {
    get async throws(LabError) { try await playing.volume }
  }

  /// Sets every channel's volume, as a person does with a slider.
  ///
  /// - Parameter volume: 65,536 is 100 %.
  public func setVolume(_ volume: UInt32) async throws(LabError) {
    try await server.pactl("set-sink-input-volume", "\(playing.index)", "\(volume)")
  }

  public func setMute(_ mute: Bool) async throws(LabError) {
    try await server.pactl("set-sink-input-mute", "\(playing.index)", mute ? "1" : "0")
  }

  /// Ends the player as a crash does, in the middle of a sample.
  public func kill() async { await player.kill() }

  /// Ends the player as a person does.
  public func stop() async {
    player.signal(SIGTERM)
    await player.wait()
  }

  private var playing: SinkInput {
    get async throws(LabError) {
      guard let stream = try await stream else { throw LabError(.ended, "the music's stream is gone") }
      return stream
    }
  }

  /// A stretch of tone that goes on without a seam when it is repeated: 11 periods are 1,200 samples.
  private nonisolated static func tone(amplitude: Int16) -> [UInt8] {
    let periods = (0..<1_200).flatMap { position in
      let phase = 2 * Double.pi * Double(frequency * position) / Double(Recording.rate)
      let left = Int16((Double(amplitude) * sin(phase)).rounded())
      return withUnsafeBytes(of: left.littleEndian, Array.init) + [0, 0]
    }
    return Array(repeatElement(periods, count: 4).joined())
  }
}
