/// The one instrument that all chimes are played on: a small struck bar, somewhat like a celesta.
enum Bell {
  /// Samples per second.
  static let rate = 48_000.0

  /// One of the tones that a struck bar sounds at the same time.
  private struct Partial {
    /// Its frequency, in fundamentals.
    let ratio: Double
    /// Its amplitude at the stroke, in those of the fundamental.
    let level: Double
    /// The time in which it falls to 1/e, in seconds.
    let decay: Double
  }

  /// 2.756 and 5.404 are those of a bar that is free at both ends (Fletcher and Rossing, *The Physics of Musical
  /// Instruments*); the octave and 4.07, which bells have, make it rounder. The higher, the sooner gone.
  private static let partials = [
    Partial(ratio: 1, level: 1, decay: 0.16),
    Partial(ratio: 2.004, level: 0.28, decay: 0.1),
    Partial(ratio: 2.756, level: 0.2, decay: 0.06),
    Partial(ratio: 4.07, level: 0.1, decay: 0.03),
    Partial(ratio: 5.404, level: 0.07, decay: 0.015),
  ]

  /// Hertz. Above it a partial would only be sharp on headphones, and is left out.
  private static let highestPartial = 6_000.0

  /// The hammer is soft: a stroke takes 3 ms to be there, which is no click, and heard at once.
  private static let attack = Rotation.rise(144)

  /// Adds one stroke to `sound`, ringing until the end of it; the fundamental has the amplitude 1.
  ///
  /// - Parameters:
  ///   - frequency: of the fundamental, in hertz.
  ///   - start: the sample of the stroke.
  ///   - damping: divides the time that the bar rings; 1 leaves it free.
  static func strike(_ frequency: Double, at start: Int, damping: Double, in sound: inout [Double]) {
    for partial in partials where partial.ratio * frequency <= highestPartial {
      let turn = Rotation(angle: 2 * .pi * partial.ratio * frequency / rate)
      // The first step towards an exponential, and all of it that is needed: a sample is short beside the decay.
      let shrink = 1 - damping / (partial.decay * rate)
      var (x, y) = (partial.level, 0.0)
      for sample in start..<sound.count {
        let rise = sample - start < attack.count ? attack[sample - start] : 1
        sound[sample] += y * rise
        (x, y) = (shrink * (x * turn.cosine - y * turn.sine), shrink * (x * turn.sine + y * turn.cosine))
      }
    }
  }
}
