/// Loudness as people hear it: the mean square after the K weighting of ITU-R BS.1770-5, in a window of 400 ms.
///
/// It is the momentary loudness of EBU Tech 3341, but for the logarithm: LUFS = −0.691 + 10 log₁₀ of it.
public enum Loudness {
  /// 400 ms.
  private static let window = 19_200

  /// The most that is heard at any moment of a sound with silence before and after it.
  ///
  /// - Parameter sound: samples within ±1, 48,000 a second.
  public static func greatest(of sound: [Double]) -> Double {
    var shelf = Biquad.shelf
    var highPass = Biquad.highPass
    let energies = sound.map { sample in
      let weighted = highPass.next(shelf.next(sample))
      return weighted * weighted
    }
    var sum = 0.0
    var greatest = 0.0
    for (index, energy) in energies.enumerated() {
      sum += energy
      if index >= window { sum -= energies[index - window] }
      greatest = max(greatest, sum)
    }
    return greatest / Double(window)
  }

  /// A filter of the second order in direct form II.
  private struct Biquad {
    let b0, b1, b2: Double
    let a1, a2: Double
    var z1 = 0.0
    var z2 = 0.0

    /// What a head does to sound, at 48 kHz (BS.1770-5, table 1).
    static let shelf = Biquad(
      b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281085285,
      a1: -1.69065929318241, a2: 0.73248077421585)

    /// That low tones are heard less, at 48 kHz (BS.1770-5, table 2).
    static let highPass = Biquad(b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621)

    mutating func next(_ sample: Double) -> Double {
      let z0 = sample - a1 * z1 - a2 * z2
      defer { (z1, z2) = (z0, z1) }
      return b0 * z0 + b1 * z1 + b2 * z2
    }
  }
}
