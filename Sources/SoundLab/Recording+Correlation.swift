/// How alike a recording and a sound are where they are most alike.
public struct Correlation: Equatable, Sendable {
  /// Where the sound's first sample is.
  public let position: Int
  /// 1: the same but for the volume; 0: nothing in common.
  public let value: Double
}

extension Recording {
  /// Finds where a sound is most like what was heard: for sounds that were resampled or mixed, which ``find(_:in:tolerance:gain:)``
  /// cannot find.
  ///
  /// A coarse search over every sixth sample, by Fourier transform, tells the place to 0.1 ms; the samples themselves
  /// decide about the rest.
  ///
  /// - Returns: `nil` if the sound is longer than the recording, silent, or shorter than six samples.
  public func correlation(with sound: [Int16], in part: Part = .cue) -> Correlation? {
    let samples = samples(of: part)
    let step = 6
    guard sound.count <= samples.count,
      let coarse = Self.bestLag(of: sound.thinned(by: step), in: samples.thinned(by: step))
    else { return nil }
    let around = (coarse * step - step...coarse * step + step).clamped(to: 0...samples.count - sound.count)
    return around.map { position in
      Correlation(position: position, value: Self.likeness(of: sound, to: samples[position..<position + sound.count]))
    }.max { $0.value < $1.value }
  }

  private static func bestLag(of sound: [Double], in heard: [Double]) -> Int? {
    let energy = sound.reduce(0) { $0 + $1 * $1 }
    guard energy > 0, sound.count <= heard.count else { return nil }
    let products = FourierTransform.crossCorrelation(of: sound, in: heard)
    var window = heard.prefix(sound.count).reduce(0) { $0 + $1 * $1 }
    var best = (lag: 0, value: -Double.infinity)
    for lag in 0...heard.count - sound.count {
      // A window of silence is like nothing, whatever rounding makes of it.
      let value = window > 1 ? products[lag] / (energy * window).squareRoot() : 0
      if value > best.value { best = (lag, value) }
      guard lag + sound.count < heard.count else { break }
      window += heard[lag + sound.count] * heard[lag + sound.count] - heard[lag] * heard[lag]
    }
    return best.lag
  }

  private static func likeness(of sound: [Int16], to heard: ArraySlice<Int16>) -> Double {
    var (product, energy, heardEnergy) = (0, 0, 0)
    var index = 0
    while index < sound.count {
      let (expected, sample) = (Int(sound[index]), Int(heard[heard.startIndex + index]))
      product += expected * sample
      energy += expected * expected
      heardEnergy += sample * sample
      index += 1
    }
    guard energy > 0, heardEnergy > 0 else { return 0 }
    return Double(product) / (Double(energy) * Double(heardEnergy)).squareRoot()
  }
}

extension [Int16] {
  /// The means of so many samples each.
  func thinned(by step: Int) -> [Double] {
    stride(from: 0, through: count - step, by: step).map { first in
      Double(self[first..<first + step].reduce(0) { $0 + Int($1) }) / Double(step)
    }
  }
}
