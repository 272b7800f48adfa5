/// Lowers samples while cues play, and gives them back: for who has the music itself in hand.
///
/// They go the way that ``VolumeDucking`` takes in steps, as long and as deep, but from sample to sample.
public struct SampleDucking: Sendable {
  /// Until ``VolumeDucking``'s last step is in effect: see ``VolumeDucking/stepInterval(isPipeWire:)``.
  static let way: Duration = .milliseconds(25)

  /// The factors for samples on the way down, from 1 to that of the depth.
  private let factors: [Float]
  /// How far down they are, in samples of the way.
  private var position = 0

  /// - Parameter rate: samples per second.
  public init(depth: DuckingDepth, rate: Int) {
    let count = max(1, Int(Self.way / .microseconds(1)) * rate / 1_000_000)
    factors = (0...count).map { Float(depth.amplitude(Double($0) / Double(count))) }
  }

  /// Whether samples are as they were before the first cue.
  public var isBack: Bool { position == 0 }

  /// The factor for the next sample.
  ///
  /// - Parameter isDown: whether a cue plays, or another one follows at once.
  public mutating func next(isDown: Bool) -> Float {
    position = isDown ? min(position + 1, factors.count - 1) : max(position - 1, 0)
    return factors[position]
  }
}
