import Glibc
import Sound
import Testing

@Suite struct ResamplerTests {
  @Test(arguments: [8_000, 16_000, 22_050, 44_100, 48_000, 96_000])
  func `A sound is as long as before and begins where it began`(rate: Int) {
    let sound = resampled(tone(440, rate: rate, count: rate / 2), from: rate)
    let ideal = tone(440, rate: PCM.rate, count: PCM.rate / 2)
    #expect(abs(sound.samples.count - ideal.count) <= 1)
    // The first and last 5 ms are the filter's own, where a tone begins and ends with a jump.
    let worst = zip(sound.samples, ideal).dropFirst(240).dropLast(240).map { abs(Int($0) - Int($1)) }.max()
    #expect(worst! < 60)
  }

  @Test func `An impulse stays where it is, also at the very begin and the very end`() {
    for place in [0, 1, 500, 999] {
      var samples = [Int16](repeating: 0, count: 1_000)
      samples[place] = 20_000
      let sound = resampled(samples, from: 16_000)
      let loudest = sound.samples.indices.max { abs(Int(sound.samples[$0])) < abs(Int(sound.samples[$1])) }
      #expect(loudest == place * 3)
    }
  }

  @Test(arguments: [1, 7, 100, 1_024])
  func `Piece by piece it is the same sound`(piece: Int) {
    let samples = tone(1_000, rate: 22_050, count: 5_000)
    let resampler = Resampler(from: 22_050)
    var sound = PCM()
    for start in stride(from: 0, to: samples.count, by: piece) {
      sound += resampler.process(Array(samples[start..<min(start + piece, samples.count)]))
    }
    sound += resampler.finish()
    #expect(sound == resampled(samples, from: 22_050))
  }

  @Test func `Most of a piece comes out at once`() {
    let resampler = Resampler(from: 22_050)
    let sound = resampler.process(tone(440, rate: 22_050, count: 1_024))
    #expect(sound.frames.duration > .milliseconds(40))
  }

  @Test func `What is too loud stays at the loudest and does not wrap around`() {
    let square = (0..<2_000).map { $0 / 50 % 2 == 0 ? Int16.max : .min }
    let sound = resampled(square, from: 22_050)
    #expect(sound.samples.contains(.max) && sound.samples.contains(.min))
    let middle = sound.samples.enumerated().filter { index, _ in
      let phase = Double(index) * 22_050 / 48_000
      return (10...40).contains(phase.truncatingRemainder(dividingBy: 50)) && phase < 1_950
    }
    #expect(middle.allSatisfy { index, sample in (sample > 0) == (Int(Double(index) * 22_050 / 48_000) / 50 % 2 == 0) })
  }

  @Test func `After its end it is as new`() {
    let samples = tone(440, rate: 22_050, count: 2_000)
    let resampler = Resampler(from: 22_050)
    let first = [resampler.process(samples), resampler.finish()]
    let second = [resampler.process(samples), resampler.finish()]
    #expect(first == second)
  }

  @Test func `Nothing in is nothing out`() {
    #expect(resampled([], from: 22_050) == PCM())
  }

  private func resampled(_ samples: [Int16], from rate: Int) -> PCM {
    let resampler = Resampler(from: rate)
    var sound = resampler.process(samples)
    sound += resampler.finish()
    return sound
  }

  private func tone(_ frequency: Double, rate: Int, count: Int) -> [Int16] {
    (0..<count).map { Int16((20_000 * sin(2 * .pi * frequency * Double($0) / Double(rate))).rounded()) }
  }
}
