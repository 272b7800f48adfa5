import Glibc

/// A stretch in which the music was quieter than undisturbed.
public struct Duck: Equatable, Sendable {
  /// From where it was quieter than the threshold to where it was louder again.
  public let range: Range<Int>
  /// How loud it was in between (median), in dB beside the undisturbed music.
  public let level: Double
}

/// When the music made room for a cue and came back.
public struct DuckTiming: Equatable, Sendable {
  public let duck: Duck
  /// Negative where the music went down first.
  public let downAfterCueBegan: Duration
  /// Negative where the music came back before the cue's end.
  public let backAfterCueEnded: Duration
}

extension Recording {
  /// The music's amplitude at each position of a range: that of its 440 Hz tone, taken over 55 samples (1.1 ms) around
  /// the position. A jump of the volume is found where it is, to half a millisecond.
  ///
  /// The tone is multiplied by a complex one of the same frequency; what is left is its amplitude, and a part of
  /// twice the frequency that 55 samples, half a period of the tone, take out to 0.8 %. Near the recording's ends, where
  /// samples are wanting, the amplitude is too small.
  public func envelope(in range: Range<Int>) -> [Double] {
    let half = Self.envelopeReach
    let turn = (0..<1_200).map { position in 2 * Double.pi * Double(Music.frequency * position) / Double(Self.rate) }
    let cosines = turn.map { cos($0) }
    let sines = turn.map { sin($0) }
    var (real, imaginary) = (0.0, 0.0)
    func add(_ position: Int, _ sign: Double) {
      guard music.indices.contains(position) else { return }
      let sample = sign * Double(music[position])
      real += sample * cosines[position % 1_200]
      imaginary += sample * sines[position % 1_200]
    }
    for position in range.lowerBound - half..<range.lowerBound + half { add(position, 1) }
    return range.map { position in
      add(position + half, 1)
      defer { add(position - half, -1) }
      return 2 * hypot(real, imaginary) / Double(2 * half + 1)
    }
  }

  /// How many samples on either side of a position its amplitude is taken from.
  private static let envelopeReach = 27

  /// Where the music was quieter than it should be.
  ///
  /// - Parameters:
  ///   - range: where to look.
  ///   - reference: where the music is undisturbed.
  ///   - threshold: quieter by this counts, in dB.
  ///   - gap: being loud for less than this does not end a duck.
  public func ducks(
    in range: Range<Int>, against reference: Range<Int>, below threshold: Double = -3,
    gap: Duration = .milliseconds(5)
  ) -> [Duck] {
    guard count > 2 * Self.envelopeReach else { return [] }
    let range = range.clamped(to: Self.envelopeReach..<count - Self.envelopeReach)
    let undisturbed = median(envelope(in: reference))
    let amplitudes = envelope(in: range)
    let limit = undisturbed * pow(10, threshold / 20)
    return amplitudes.indices.stretches(gap: Self.position(after: gap)) { amplitudes[$0] < limit }.map { stretch in
      Duck(
        range: range.lowerBound + stretch.lowerBound..<range.lowerBound + stretch.upperBound,
        level: 20 * log10(median(amplitudes[stretch]) / undisturbed))
    }
  }

  /// How the music made room for a cue. The music must be undisturbed from 400 to 200 ms before it.
  ///
  /// - Parameters:
  ///   - cue: where the cue sounds: see ``stretches(of:in:threshold:gap:)``.
  ///   - threshold: quieter by this counts, in dB. With −3 the times are those of the jump itself; with −1 the second
  ///     one is when the music was as loud as before.
  /// - Returns: `nil` unless the music was quieter in exactly one stretch between half a second before the cue and one
  ///   second after it. A break of the tone, which may look quiet for as long as its envelope reaches, is none.
  public func duckTiming(around cue: Range<Int>, below threshold: Double = -3) -> DuckTiming? {
    let all = 0..<count
    let reference = (cue.lowerBound - Self.rate * 4 / 10..<cue.lowerBound - Self.rate * 2 / 10).clamped(to: all)
    let vicinity = (cue.lowerBound - Self.rate / 2..<cue.upperBound + Self.rate).clamped(to: all)
    let found = ducks(in: vicinity, against: reference, below: threshold)
      .filter { $0.range.count > 2 * Self.envelopeReach + 1 }
    guard found.count == 1, let duck = found.first else { return nil }
    return DuckTiming(
      duck: duck,
      downAfterCueBegan: Self.duration(of: duck.range.lowerBound - cue.lowerBound),
      backAfterCueEnded: Self.duration(of: duck.range.upperBound - cue.upperBound))
  }
}

private func median(_ values: some Collection<Double>) -> Double {
  values.isEmpty ? 0 : values.sorted()[values.count / 2]
}
