import Glibc

/// How much of each pitch there is in a sound, moment by moment: tells whether two sounds are the same to the ear whose
/// samples are not, as when something is said twice.
///
/// Every 10.7 ms, the amplitudes of 24 bands of 190 Hz each, up to 4.5 kHz.
public struct Spectrogram: Sendable {
  /// 12,000 samples a second will do.
  private static let thinning = 4
  private static let (window, hop) = (256, 128)
  private static let (bands, binsPerBand) = (24, 4)

  /// So many samples at 48 kHz lie between one moment and the next.
  public static let step = hop * thinning

  /// Of each moment, its bands' amplitudes, made less unlike as the ear does.
  private let moments: [[Double]]

  public var count: Int { moments.count }

  /// - Parameter samples: 48,000 a second.
  public init(of samples: [Int16]) {
    let thin = samples.thinned(by: Self.thinning)
    moments = stride(from: 0, to: max(0, thin.count - Self.window / 2), by: Self.hop).map { first in
      Self.amplitudes(of: thin[first..<min(thin.count, first + Self.window)])
    }
  }

  private static let shape = (0..<window).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(window)) }

  private static func amplitudes(of samples: ArraySlice<Double>) -> [Double] {
    var real = zip(samples, shape).map { $0 * $1 }
    real += repeatElement(0, count: window - real.count)
    var imaginary = [Double](repeating: 0, count: window)
    FourierTransform.transform(&real, &imaginary)
    return (0..<bands).map { band in
      let bins = 1 + band * binsPerBand..<1 + (band + 1) * binsPerBand
      return bins.reduce(0) { $0 + real[$1] * real[$1] + imaginary[$1] * imaginary[$1] }.squareRoot().squareRoot()
    }
  }

  /// How alike two sounds are from their beginnings on, as far as both go: 1: the same but for the volume; 0: nothing in
  /// common. The same words of one voice are above 0.98 alike, others below 0.97.
  ///
  /// - Parameter count: so many moments are compared, or as many as both have.
  public func likeness(to other: Spectrogram, over count: Int = .max) -> Double {
    let count = min(count, moments.count, other.moments.count)
    let (mine, theirs) = (moments[..<count].flatMap(\.self), other.moments[..<count].flatMap(\.self))
    let (middle, theirMiddle) = (mine.mean, theirs.mean)
    var (product, energy, theirEnergy) = (0.0, 0.0, 0.0)
    for (one, another) in zip(mine, theirs) {
      product += (one - middle) * (another - theirMiddle)
      energy += (one - middle) * (one - middle)
      theirEnergy += (another - theirMiddle) * (another - theirMiddle)
    }
    return energy > 0 && theirEnergy > 0 ? product / (energy * theirEnergy).squareRoot() : 0
  }
}

extension [Double] {
  fileprivate var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }
}
