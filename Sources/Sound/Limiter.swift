/// Makes samples for a file of floating-point ones, piece by piece: what is louder than full scale is turned down, on all
/// channels alike, softly and early enough, so that nothing clips (see ``PeakReduction``). What is not passes to the bit.
public struct Limiter {
  private let channels: Int
  /// What came and is not done yet: less than two blocks.
  private var waiting: [Float] = []
  private var reduction = PeakReduction()

  public init(channels: Int) { self.channels = channels }

  /// The next piece. What comes back ends up to 4 ms before the piece does.
  ///
  /// - Parameter samples: of all channels by turns; ±1 is full scale.
  public mutating func process(_ samples: [Float]) -> [Int16] {
    waiting += samples
    let block = PeakReduction.block * channels
    // How loud the block is that follows must be known.
    return limit(max(0, waiting.count / block - 1) * block)
  }

  /// The end of the sound.
  public mutating func finish() -> [Int16] { limit(waiting.count) }

  /// - Parameter count: how many of the samples that wait are done now.
  private mutating func limit(_ count: Int) -> [Int16] {
    let block = PeakReduction.block * channels
    var need = need(of: waiting.prefix(block))
    for start in stride(from: 0, to: count, by: block) {
      let end = min(start + block, waiting.count)
      let following = self.need(of: waiting[end..<min(end + block, waiting.count)])
      let (first, last) = reduction.next(need: need, following: following)
      if first < 1 || last < 1 { turnDown(start..<end, from: Float(first), to: Float(last)) }
      need = following
    }
    defer { waiting.removeFirst(count) }
    return [Int16](rounding: waiting[..<count])
  }

  /// By how much these samples must be turned down; 1: not at all.
  private func need(of samples: ArraySlice<Float>) -> Double {
    var loudest: Float = 1
    for sample in samples where abs(sample) > loudest { loudest = abs(sample) }
    return 1 / Double(loudest)
  }

  private mutating func turnDown(_ range: Range<Int>, from first: Float, to last: Float) {
    let step = (last - first) / Float(PeakReduction.block)
    for index in range { waiting[index] *= first + step * Float((index - range.lowerBound) / channels) }
  }
}
