import Sound

/// The quiet end of a sound that is stopped in the middle: a raised-cosine fade, then silence over all that the
/// server still holds.
struct Fade: Equatable, Sendable {
  static let length = Frames(.milliseconds(8))
  /// What the server is given to get ready for the change before it renders it.
  static let lead = Frames(.milliseconds(5))

  /// Where it begins, in bytes of the stream's count.
  var position: Int64
  /// The faded samples, then zeros to the end of what was written.
  var samples: [Int16]
  /// How long until its last faded sample is heard.
  var untilSilent: Duration

  /// - Parameter sound: all that was written of the sound, of which the last sample is the last in the stream.
  /// - Returns: nil where nothing that was written is still to be rendered.
  init?(of sound: [Int16], at timing: Timing) {
    let rendered = Frames(sound.count) - timing.held
    let start = rendered + Frames(timing.age) + Self.lead
    guard timing.held > .zero, start.count >= 0, start.count < sound.count else { return nil }
    var samples = Array(repeating: Int16(0), count: sound.count - start.count)
    for (index, sample) in sound[start.count...].prefix(Self.length.count).enumerated() {
      samples[index] = Int16((Float(sample) * Self.gains[index]).rounded())
    }
    self.samples = samples
    position = timing.written - Int64(samples.count * MemoryLayout<Int16>.size)
    untilSilent =
      Frames(timing.held.count - samples.count + Self.length.count).duration + timing.sinkLatency - timing.age
  }

  /// Half a period of a cosine, from 1 to 0, by a rotation of equal steps.
  private static let gains: [Float] = {
    // cos and sin of π / 384, the angle of one step.
    let (cosine, sine) = (0.999966533917966, 0.008181139603937)
    var (x, y) = (1.0, 0.0)
    return (0..<length.count).map { _ in
      (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
      return Float(0.5 + 0.5 * x)
    }
  }()
}
