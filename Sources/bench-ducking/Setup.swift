import DuckingLab
import SoundLab

/// A sound server, a way to duck on it, and what the player asks it for.
struct Setup: CustomStringConvertible, Sendable {
  var kind: SoundServer.Kind
  var ducking: String
  var latency = Music.Latency.low

  static let pulseRole = Setup(kind: .pulse, ducking: "role")
  static let pulse = Setup(kind: .pulse, ducking: "volume")
  static let pulseNoRewind = Setup(kind: .pulseNoRewind, ducking: "volume")
  static let pipeWire = Setup(kind: .pipewire, ducking: "volume")

  static let all = [pulseRole, pulse, pulseNoRewind, pipeWire]
  /// Where we change volumes ourselves.
  static let ofVolumes = [pulse, pulseNoRewind, pipeWire]

  func with(_ latency: Music.Latency) -> Setup { Setup(kind: kind, ducking: ducking, latency: latency) }

  /// Whether the server breaks the music when a quick stream begins.
  var breaksMusic: Bool { kind == .pipewire && latency == .deep }

  var description: String {
    let server =
      switch kind {
      case .pulse, .pulseCork, .pulseDuck: "PulseAudio"
      case .pulseNoRewind: "PulseAudio, no rewinding"
      case .pipewire: "PipeWire"
      }
    return "\(server), \(ducking)"
  }

  /// The recorder must not make the server quicker than the player does; but only what does not rewind can be recorded
  /// without a low latency.
  var recorderLatency: Recorder.Latency {
    latency == .deep && (kind == .pulseNoRewind || kind == .pipewire) ? .deep : .low
  }
}

extension Music.Latency {
  var title: String {
    switch self {
    case .low: "low latency"
    case .deep: "deep buffer"
    }
  }
}
