import Sound

/// How a sound comes to be heard at a given moment: the stream starts with silence before it, and once the server tells
/// when what it is given next will be heard, the sound follows behind as much more silence as makes it punctual.
///
/// To be woken in time is not needed then, only to be woken before. Times are by the boot clock, in microseconds.
struct Aim: Equatable {
  /// When the first sample is to be heard.
  let due: Int64
  /// With how much silence the stream starts.
  let runUp: Duration
  /// After how much of it the server is asked when what follows will be heard.
  let settling: Duration
  /// When others are to make room: with the sound, or where the output must be woken, with the silence.
  let ducks: Int64

  /// What is so much later than its time is not heard as if it were on time.
  private static let longestDelay: Duration = .seconds(1)
  /// The role of the stream ducks from then on.
  private static let runUpOnPulseAudio: Duration = .milliseconds(15)
  /// By then PulseAudio has made room for the stream in what it had rendered ahead.
  private static let settlingOnPulseAudio: Duration = .milliseconds(6)
  /// Nothing is ducked by the role there, and what the server tells is right later.
  private static let runUpOnPipeWire: Duration = .milliseconds(120)
  private static let settlingOnPipeWire: Duration = .milliseconds(60)

  /// Nil where there is not enough time left before it is due.
  ///
  /// - Parameters:
  ///   - silenceToWake: what the output needs before it is heard.
  ///   - gap: what must be between now and the run-up.
  init?(at due: Int64, now: Int64, silenceToWake: Duration, gap: Duration, isPipeWire: Bool) {
    self.due = due
    runUp = max(silenceToWake, isPipeWire ? Self.runUpOnPipeWire : Self.runUpOnPulseAudio)
    settling = isPipeWire ? Self.settlingOnPipeWire : Self.settlingOnPulseAudio
    ducks = silenceToWake > .zero ? due - runUp.microseconds : due
    guard .microseconds(begins - now) > gap else { return nil }
  }

  /// When the stream is to be started.
  var begins: Int64 { due - runUp.microseconds }

  func isMissed(at now: Int64) -> Bool { .microseconds(now - due) >= Self.longestDelay }

  /// What belongs between the run-up and the sound.
  ///
  /// - Parameter timing: what the server tells after ``settling``; nil where it does not.
  func silence(given timing: Timing?, now: Int64) -> Frames {
    guard let timing else { return .zero }
    return Frames(max(.zero, .microseconds(due - now) - timing.untilHeard))
  }
}
