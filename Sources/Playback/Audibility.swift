import CPulseAudio

/// How loud a stream or an output is set.
public struct VolumeLevel: Equatable, Sendable {
  public let isMuted: Bool
  /// Of its loudest channel, as the desktop shows it: 100 is the sound as it is, and 0 is silence only where
  /// ``isZero``.
  public let percent: Int
  public let isZero: Bool

  init(muted: Bool, _ volume: pa_cvolume) {
    let loudest = withUnsafePointer(to: volume) { pa_cvolume_max($0) }
    isMuted = muted
    isZero = loudest == PA_VOLUME_MUTED
    percent = Int((Double(loudest) * 100 / Double(PA_VOLUME_NORM)).rounded())
  }
}

/// How loud our stream and the output that it plays on are set.
public struct OutputLevels: Equatable, Sendable {
  /// Nil: the server does not tell.
  public var stream: VolumeLevel?
  public var sink: VolumeLevel?
  /// The number by which the server's tools know our stream.
  public var streamIndex: UInt32
}

/// Whether somebody who listens can hear what our stream plays.
enum Audibility: Equatable, Sendable {
  case audible
  /// Why not, as a clause for the person.
  case silent(because: String)

  /// - Parameters: what the server says about our stream and about the sink that it plays on, if anything.
  init(stream: VolumeLevel?, sink: VolumeLevel?) {
    switch (stream, sink) {
    case (let stream?, _) where stream.isMuted: self = .silent(because: "cued's stream is muted")
    case (let stream?, _) where stream.isZero: self = .silent(because: "the volume of cued's stream is zero")
    case (_, let sink?) where sink.isMuted: self = .silent(because: "the output is muted")
    case (_, let sink?) where sink.isZero: self = .silent(because: "the output's volume is zero")
    default: self = .audible
    }
  }
}
