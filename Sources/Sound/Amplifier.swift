/// Makes a sound louder or softer, piece by piece and without a delay: what was louder than full scale then is turned
/// down, softly and early enough, so that nothing clips (see ``PeakReduction``).
public struct Amplifier {
  /// The loudest sample that comes out: 0.1 dB below full scale.
  public static let ceiling = 32_392

  private let gain: Double
  /// What came and is not amplified yet: at most two blocks.
  private var waiting: [Int16] = []
  private var reduction = PeakReduction()

  /// - Parameter percent: of the amplitude, 0 or more. With 100 the sound passes as it is.
  public init(percent: Int) { gain = Double(percent) / 100 }

  /// The next piece. What comes back ends up to 4 ms before the piece does.
  public mutating func process(_ sound: PCM) -> PCM {
    guard gain != 1 else { return sound }
    waiting += sound.samples
    return amplify(isLast: false)
  }

  /// The end of the sound. The amplifier is then as new.
  public mutating func finish() -> PCM {
    let rest = amplify(isLast: true)
    reduction = PeakReduction()
    return rest
  }

  private mutating func amplify(isLast: Bool) -> PCM {
    var output = PCM()
    output.samples.reserveCapacity(waiting.count)
    var rest = waiting[...]
    // How loud the block is that follows must be known.
    while isLast ? !rest.isEmpty : rest.count >= 2 * PeakReduction.block {
      let block = rest.prefix(PeakReduction.block)
      rest = rest.dropFirst(PeakReduction.block)
      let (first, last) = reduction.next(
        need: need(of: block), following: need(of: rest.prefix(PeakReduction.block)))
      append(block, from: first, to: last, &output)
    }
    waiting = Array(rest)
    return output
  }

  /// By how much these samples must be turned down once they are amplified; 1: not at all.
  private func need(of samples: ArraySlice<Int16>) -> Double {
    let loudest = Double(samples.reduce(UInt16(0)) { max($0, $1.magnitude) }) * gain
    return loudest > Double(Self.ceiling) ? Double(Self.ceiling) / loudest : 1
  }

  private func append(_ samples: ArraySlice<Int16>, from first: Double, to last: Double, _ output: inout PCM) {
    let step = (last - first) / Double(PeakReduction.block)
    for (index, sample) in samples.enumerated() {
      output.samples.append(Int16((Double(sample) * gain * (first + step * Double(index))).rounded()))
    }
  }
}
