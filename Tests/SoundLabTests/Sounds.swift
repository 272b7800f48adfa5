import SoundLab

/// A recording of a 440 Hz tone on the left and a cue on both channels.
///
/// - Parameter volume: of the tone at each position; 1 is 8,000.
func recording(count: Int, cue: [Int: [Int16]] = [:], volume: (Int) -> Double = { _ in 0 }) -> Recording {
  var frames = [Int16](repeating: 0, count: 2 * count)
  for position in 0..<count { frames[2 * position] = tone(position, volume: volume(position)) }
  for (place, sound) in cue {
    for (index, sample) in sound.enumerated() where (0..<count).contains(place + index) {
      frames[2 * (place + index)] += sample
      frames[2 * (place + index) + 1] += sample
    }
  }
  return Recording(frames: frames)
}

private func tone(_ position: Int, volume: Double) -> Int16 {
  // 11 periods are 1,200 samples; a parabola for each half of a period is near enough to a sine.
  let phase = Double(11 * position % 1_200) / 600
  let arch = phase < 1 ? 4 * phase * (1 - phase) : -4 * (phase - 1) * (2 - phase)
  return Int16((8_000 * volume * arch).rounded())
}

/// Noise that is the same each time: no stretch of it is like another.
func noise(count: Int, amplitude: Int = 6_000, seed: UInt32 = 1) -> [Int16] {
  var state = seed
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return Int16(Int(state >> 16) % (2 * amplitude + 1) - amplitude)
  }
}
