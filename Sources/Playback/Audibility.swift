import CPulseAudio

/// Whether somebody who listens can hear what our stream plays.
enum Audibility: Equatable, Sendable {
  case audible
  /// Why not, as a clause for the person.
  case silent(because: String)

  struct Level: Equatable, Sendable {
    var isMuted: Bool
    var isZero: Bool

    init(muted: Bool, _ volume: pa_cvolume) {
      isMuted = muted
      isZero = withUnsafePointer(to: volume) { pa_cvolume_max($0) } == PA_VOLUME_MUTED
    }
  }

  /// - Parameters: what the server says about our stream and about the sink that it plays on, if anything.
  init(stream: Level?, sink: Level?) {
    switch (stream, sink) {
    case (let stream?, _) where stream.isMuted: self = .silent(because: "cued's stream is muted")
    case (let stream?, _) where stream.isZero: self = .silent(because: "the volume of cued's stream is zero")
    case (_, let sink?) where sink.isMuted: self = .silent(because: "the output is muted")
    case (_, let sink?) where sink.isZero: self = .silent(because: "the output's volume is zero")
    default: self = .audible
    }
  }
}
