/// What is played for one chime.
public struct Tune: Sendable {
  struct Stroke {
    let pitch: Pitch
    /// Milliseconds after the beginning of the chime.
    let start: Int
  }

  /// The chime's name, and its file's without the ending.
  public let name: String
  let strokes: [Stroke]
  /// The length of the whole, in milliseconds.
  let length: Int
  /// How much sooner the bell is silent than by itself; 1: it rings freely.
  var damping = 1.0
  /// The greatest loudness; see ``Loudness``.
  var loudness = Tune.asLoudAsSpeech

  /// −19.0 LUFS, which is 10 log₁₀ of this − 0.691: the middle of what espeak-ng's voices `en-us` and `en-gb` reach
  /// at their default volume in the sentences of a workout, −21.3 to −17.0.
  static let asLoudAsSpeech = 0.0147605

  /// 10 LU less: a reminder for who listens, nothing to who does not.
  static let soft = asLoudAsSpeech / 10
}

extension Tune {
  /// Every chime. A phase that begins is told by its direction and pace, what happens within one by a single pitch.
  public static let all = [
    // Up a fifth, high and quick; down a fifth, low and at leisure.
    Tune(name: "run", strokes: [.init(pitch: .c6, start: 0), .init(pitch: .g6, start: 110)], length: 480),
    Tune(name: "walk", strokes: [.init(pitch: .g5, start: 0), .init(pitch: .c5, start: 190)], length: 580),
    Tune(name: "tick", strokes: [.init(pitch: .e6, start: 0)], length: 90, damping: 8, loudness: soft),
    // An upbeat, and off.
    Tune(
      name: "start",
      strokes: [.init(pitch: .g5, start: 0), .init(pitch: .g5, start: 90), .init(pitch: .c6, start: 180)],
      length: 580),
    // The same again: as much lies ahead as behind.
    Tune(name: "halfway", strokes: [.init(pitch: .e6, start: 0), .init(pitch: .e6, start: 170)], length: 480),
    Tune(name: "minute", strokes: [.init(pitch: .g6, start: 0)], length: 330),
    Tune(
      name: "cooldown",
      strokes: [.init(pitch: .g6, start: 0), .init(pitch: .e6, start: 120), .init(pitch: .c6, start: 240)],
      length: 590),
    // A chord, spread like a harp's.
    Tune(
      name: "complete",
      strokes: [.init(pitch: .c6, start: 0), .init(pitch: .e6, start: 60), .init(pitch: .g6, start: 120)],
      length: 590),
    // A step down and the same step up, with the hand on the bell.
    Tune(
      name: "paused", strokes: [.init(pitch: .d6, start: 0), .init(pitch: .c6, start: 130)], length: 290, damping: 3),
    Tune(
      name: "resumed", strokes: [.init(pitch: .c6, start: 0), .init(pitch: .d6, start: 130)], length: 290, damping: 3),
    Tune(name: "bell", strokes: [.init(pitch: .a5, start: 0)], length: 500),
    Tune(
      name: "alert",
      strokes: [
        .init(pitch: .a6, start: 0), .init(pitch: .e6, start: 80), .init(pitch: .a6, start: 240),
        .init(pitch: .e6, start: 320),
      ], length: 560, damping: 1.5),
  ]
}
