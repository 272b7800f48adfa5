/// Brings sound of one channel from any rate to ``PCM/rate``, piece by piece, without a delay: the first sample out is
/// the first sample in, and ``finish()`` gives what the filter still holds.
public final class Resampler {
  private let converter: RateConverter

  /// The rates it takes, in samples per second.
  public static let rates = 1_000...384_000

  /// - Parameter rate: the samples per second of what comes in, one of ``rates``.
  public init(from rate: Int) {
    precondition(Self.rates.contains(rate), "no sound has \(rate) samples a second")
    converter = RateConverter(from: rate, to: PCM.rate, channels: 1)
  }

  /// The next piece. What comes back is as much as is certain by now: it ends a few samples before the piece does.
  public func process(_ samples: [Int16]) -> PCM {
    PCM([Int16](rounding: converter.process([Float](samples))[...]))
  }

  /// The end of the sound. The resampler is then as new.
  public func finish() -> PCM { PCM([Int16](rounding: converter.finish()[...])) }
}

extension PCM {
  /// The sound at another rate, as samples within ±1.
  ///
  /// - Parameter rate: samples per second, different from ``rate`` by a factor of less than 256.
  public func samples(at rate: Int) -> [Float] {
    guard rate != Self.rate else { return [Float](samples) }
    let converter = RateConverter(from: Self.rate, to: rate, channels: 1)
    return converter.process([Float](samples)) + converter.finish()
  }
}
