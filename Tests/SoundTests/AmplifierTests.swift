import Glibc
import Sound
import Testing

@Suite struct AmplifierTests {
  /// A tone of 440 Hz.
  private func tone(amplitude: Double, samples: Int = 48_000) -> PCM {
    PCM((0..<samples).map { Int16((amplitude * sin(2 * .pi * 440 * Double($0) / 48_000)).rounded()) })
  }

  /// The whole of it, given in pieces of these lengths by turns.
  private func amplified(_ sound: PCM, percent: Int, pieces: [Int] = [.max]) -> PCM {
    var amplifier = Amplifier(percent: percent)
    var output = PCM()
    var rest = sound.samples[...]
    for length in repeatElement(pieces, count: sound.samples.count + 1).joined() where !rest.isEmpty {
      output += amplifier.process(PCM(Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    output += amplifier.finish()
    return output
  }

  @Test func `With 100 percent a sound passes as it is, and at once`() {
    var amplifier = Amplifier(percent: 100)
    let sound = PCM([.min, -1, 0, 1, .max])
    #expect(amplifier.process(sound) == sound)
    #expect(amplifier.finish() == PCM())
  }

  @Test(arguments: [0, 1, 50, 99, 101, 150])
  func `What is not too loud is multiplied, sample by sample`(percent: Int) {
    let sound = tone(amplitude: 20_000)
    let expected = sound.samples.map { Int16((Double($0) * Double(percent) / 100).rounded()) }
    #expect(amplified(sound, percent: percent).samples == expected)
  }

  @Test(arguments: [[1], [95, 1, 97], [96], [193], [10_000]])
  func `How a sound is cut into pieces changes nothing`(pieces: [Int]) {
    let sound = PCM(tone(amplitude: 30_000, samples: 5_000).samples + tone(amplitude: 5_000, samples: 7_000).samples)
    #expect(amplified(sound, percent: 150, pieces: pieces) == amplified(sound, percent: 150))
  }

  @Test func `What would be too loud comes out at the ceiling, as the wave it is`() {
    let output = amplified(tone(amplitude: 32_000), percent: 150).samples
    #expect(output.count == 48_000)
    let loudest = output.map { Int($0.magnitude) }.max() ?? 0
    #expect(loudest <= Amplifier.ceiling && loudest > Amplifier.ceiling * 99 / 100)
    // A wave that is cut off at its top would stay there.
    let steady = output[24_000...]
    let reference = (24_000..<48_000).map { Double(Amplifier.ceiling) * sin(2 * .pi * 440 * Double($0) / 48_000) }
    let difference = zip(steady, reference).map { abs(Double($0) - $1) }.max() ?? 0
    #expect(difference < 0.01 * Double(Amplifier.ceiling))
  }

  @Test func `No sound comes out above the ceiling, whatever it is`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var samples: [Int16] = []
      while samples.count < 5_000 {
        let loudness = Int16.random(in: 0...Int16.max, using: &generator)
        let length = Int.random(in: 1...500, using: &generator)
        samples += (0..<length).map { _ in Int16.random(in: -loudness...loudness, using: &generator) }
      }
      let output = amplified(PCM(samples + [.min]), percent: .random(in: 101...150, using: &generator)).samples
      #expect(output.count == samples.count + 1)
      #expect(output.allSatisfy { Int($0.magnitude) <= Amplifier.ceiling })
    }
  }

  @Test func `The gain goes down and comes back without a step`() {
    // The wave is steepest where it crosses zero: a step of the gain would show.
    let sound = PCM(
      tone(amplitude: 8_000, samples: 12_000).samples + tone(amplitude: 32_000, samples: 12_000).samples
        + tone(amplitude: 8_000, samples: 24_000).samples)
    let output = amplified(sound, percent: 150).samples
    // Near zero it is rounded too much to tell the gain.
    let told = output.indices.filter { abs(Int(sound.samples[$0])) > 4_000 }
    let gains = told.map { Double(output[$0]) / Double(sound.samples[$0]) }
    for index in told.indices.dropFirst() where told[index] - told[index - 1] < 60 {
      #expect(abs(gains[index] - gains[index - 1]) < 0.25, "at \(told[index])")
    }
    #expect(abs((gains.last ?? 0) - 1.5) < 0.05)
  }
}
