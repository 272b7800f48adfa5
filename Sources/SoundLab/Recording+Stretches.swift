extension Recording {
  /// Where there is sound: each stretch from its first sample that is louder than the threshold to its last.
  ///
  /// - Parameters:
  ///   - range: where to look; `nil`: everywhere.
  ///   - threshold: samples up to this amount, either way, count as silence; 32,767 is full scale.
  ///   - gap: silence shorter than this does not end a stretch.
  public func stretches(
    of part: Part, in range: Range<Int>? = nil, threshold: Int16 = 30, gap: Duration = .milliseconds(60)
  ) -> [Range<Int>] {
    let samples = samples(of: part)
    let range = (range ?? 0..<count).clamped(to: 0..<count)
    return range.stretches(gap: Self.position(after: gap)) { abs(Int32(samples[$0])) > Int32(threshold) }
  }

  /// The first sample that is louder than the threshold, at `position` or after it; `nil` if there is none.
  public func firstSound(of part: Part, after position: Int = 0, threshold: Int16 = 30) -> Int? {
    let samples = samples(of: part)
    return (max(0, position)..<max(0, position, count)).first { abs(Int32(samples[$0])) > Int32(threshold) }
  }
}

extension Range<Int> {
  /// The stretches of positions for which something holds; where it fails for fewer than `gap`, it goes on.
  func stretches(gap: Int, where holds: (Int) -> Bool) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    for position in self where holds(position) {
      if let last = stretches.last, position - last.upperBound < Swift.max(1, gap) {
        stretches[stretches.count - 1] = last.lowerBound..<position + 1
      } else {
        stretches.append(position..<position + 1)
      }
    }
    return stretches
  }
}
