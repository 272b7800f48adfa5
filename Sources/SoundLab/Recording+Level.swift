import Glibc

extension Recording {
  /// The root mean square of the samples in a range; 32,767 is full scale.
  public func rms(of part: Part, in range: Range<Int>) -> Double {
    let samples = samples(of: part)[range]
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    return samples.isEmpty ? 0 : (power / Double(samples.count)).squareRoot()
  }

  /// How loud a range is beside another, in dB; minus infinity if it is silent.
  ///
  /// - Parameter reference: a range that is not silent.
  public func level(of part: Part, in range: Range<Int>, against reference: Range<Int>) -> Double {
    20 * log10(rms(of: part, in: range) / rms(of: part, in: reference))
  }

  /// The levels of a range's whole frames, one after another, in dB beside a reference.
  ///
  /// - Parameters:
  ///   - reference: a range that is not silent.
  ///   - frame: their length in samples; 240 are 5 ms.
  public func levels(
    of part: Part, in range: Range<Int>, against reference: Range<Int>, frame: Int = 240
  ) -> [Double] {
    let whole = rms(of: part, in: reference)
    return stride(from: range.lowerBound, through: range.upperBound - frame, by: frame).map { first in
      20 * log10(rms(of: part, in: first..<first + frame) / whole)
    }
  }

  /// The sample that is farthest from zero in a range, without its sign.
  public func peak(of part: Part, in range: Range<Int>) -> Int {
    samples(of: part)[range].reduce(0) { max($0, abs(Int($1))) }
  }

  /// The greatest step from one sample to the next within a range: a click is a step that the sound itself has not.
  public func steepestStep(of part: Part, in range: Range<Int>) -> Int {
    let samples = samples(of: part)[range]
    return zip(samples, samples.dropFirst()).reduce(0) { max($0, abs(Int($1.1) - Int($1.0))) }
  }
}
