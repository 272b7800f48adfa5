/// An expected sound as it was found in a recording.
public struct Match: Equatable, Sendable {
  /// Where the sound's first sample is, or would be.
  public let position: Int
  /// What the sound's samples were multiplied by.
  public let gain: Double
  /// Samples that differ by more than the tolerance.
  public let mismatches: Int
  /// The first of these, counted from the sound's beginning.
  public let firstMismatch: Int?
  /// The last of these, counted from the sound's beginning.
  public let lastMismatch: Int?
  /// The greatest difference of any sample.
  public let greatestDifference: Double

  /// Whether the sound was heard from its first to its last sample.
  public var isWhole: Bool { mismatches == 0 }
}

extension Recording {
  /// Finds every place where a sound was heard, to the sample, also where part of it was lost.
  ///
  /// It is looked for by its loudest sample and those around it, so these must have been heard, and half of all.
  ///
  /// - Parameters:
  ///   - sound: has a sample other than 0.
  ///   - tolerance: by how much a sample may differ: 0 on PulseAudio at full volume, 1 on PipeWire.
  ///   - gain: what the samples may have been multiplied by.
  /// - Returns: the places in the order of time; none overlaps another.
  public func find(
    _ sound: [Int16], in part: Part = .cue, tolerance: Int = 0, gain: ClosedRange<Double> = 1...1
  ) -> [Match] {
    guard let search = Search(sound, in: samples(of: part), tolerance: Double(tolerance), gain: gain) else { return [] }
    var matches: [Match] = []
    for match in search.candidates().sorted(by: { $0.mismatches < $1.mismatches })
    where !matches.contains(where: { abs($0.position - match.position) < sound.count }) {
      matches.append(match)
    }
    return matches.sorted { $0.position < $1.position }
  }
}

private struct Search {
  /// How far from the loudest sample the others are that decide whether it is worth comparing them all.
  private static let probes = stride(from: -60, through: 60, by: 3)

  let sound: [Int16]
  let heard: [Int16]
  let tolerance: Double
  let gains: ClosedRange<Double>
  /// The position in `sound` of its loudest sample.
  let anchor: Int
  let loudest: Double

  init?(_ sound: [Int16], in heard: [Int16], tolerance: Double, gain: ClosedRange<Double>) {
    guard let anchor = sound.indices.max(by: { sound[$0].magnitude < sound[$1].magnitude }), sound[anchor] != 0 else {
      return nil
    }
    self.sound = sound
    self.heard = heard
    self.anchor = anchor
    loudest = Double(sound[anchor])
    gains = gain
    // A sample that was multiplied is also rounded.
    self.tolerance = gain.lowerBound == gain.upperBound ? tolerance : tolerance + 0.5
  }

  func candidates() -> [Match] {
    heard.indices.compactMap { place in
      let slack = tolerance / abs(loudest)
      let gain = Double(heard[place]) / loudest
      guard gain >= gains.lowerBound - slack, gain <= gains.upperBound + slack else { return nil }
      let position = place - anchor
      guard soundsAlike(at: position, gain: gain, slack: slack) else { return nil }
      return compare(at: position, gain: fittedGain(at: position))
    }
  }

  private func soundsAlike(at position: Int, gain: Double, slack: Double) -> Bool {
    Self.probes.allSatisfy { offset in
      guard sound.indices.contains(anchor + offset) else { return true }
      let expected = Double(sound[anchor + offset])
      return abs(sample(position + anchor + offset) - gain * expected) <= tolerance + slack * abs(expected)
    }
  }

  /// The gain that fits 20 ms around the loudest sample best.
  private func fittedGain(at position: Int) -> Double {
    guard gains.lowerBound < gains.upperBound else { return gains.lowerBound }
    let vicinity = (anchor - 480..<anchor + 480).clamped(to: sound.indices)
    var (product, power) = (0.0, 0.0)
    for index in vicinity {
      product += Double(sound[index]) * sample(position + index)
      power += Double(sound[index]) * Double(sound[index])
    }
    return product / power
  }

  /// `nil` if more than half of the samples differ.
  private func compare(at position: Int, gain: Double) -> Match? {
    var (mismatches, first, last, greatest) = (0, Int?.none, Int?.none, 0.0)
    for index in sound.indices {
      let difference = abs(sample(position + index) - gain * Double(sound[index]))
      greatest = max(greatest, difference)
      guard difference > tolerance else { continue }
      mismatches += 1
      first = first ?? index
      last = index
      guard mismatches <= sound.count / 2 else { return nil }
    }
    return Match(
      position: position, gain: gain, mismatches: mismatches, firstMismatch: first, lastMismatch: last,
      greatestDifference: greatest)
  }

  /// What was not recorded differs from everything.
  private func sample(_ position: Int) -> Double {
    heard.indices.contains(position) ? Double(heard[position]) : .infinity
  }
}
