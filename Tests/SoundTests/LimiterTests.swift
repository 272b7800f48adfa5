import Glibc
import Testing

@testable import Sound

@Suite struct LimiterTests {
  /// All of it, given in pieces of these lengths by turns.
  private func limited(_ samples: [Float], channels: Int, pieces: [Int] = [.max]) -> [Int16] {
    var limiter = Limiter(channels: channels)
    var output: [Int16] = []
    var rest = samples[...]
    for length in repeatElement(pieces, count: samples.count + 1).joined() where !rest.isEmpty {
      output += limiter.process(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return output + limiter.finish()
  }

  private func tone(_ amplitude: Float, count: Int = 4_800) -> [Float] {
    (0..<count).map { amplitude * sin(2 * .pi * 440 * Float($0) / 48_000) }
  }

  @Test(arguments: [1, 2])
  func `Every 16-bit sample passes to the bit, the loudest too`(channels: Int) {
    let samples = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }
    let isSame = limited([Float](samples), channels: channels) == samples
    #expect(isSame)
  }

  @Test(arguments: [[2], [190, 2, 194], [386], [10_000]])
  func `How the sound is cut into pieces changes nothing`(pieces: [Int]) {
    let samples = tone(1.5) + tone(0.3) + tone(1.1)
    let isSame = limited(samples, channels: 2, pieces: pieces) == limited(samples, channels: 2)
    #expect(isSame)
  }

  @Test func `What is louder than full scale comes out as the wave it is`() {
    let output = limited(tone(1.6, count: 48_000), channels: 1)
    let reference = tone(1, count: 48_000).map { $0 * 32_767 }
    for index in 24_000..<48_000 { #expect(abs(Float(output[index]) - reference[index]) < 400) }
  }

  @Test func `Both channels are turned down alike, so that nothing moves between left and right`() {
    let left = tone(1.5, count: 24_000)
    let output = limited(left.flatMap { [$0, $0 / 3] }, channels: 2)
    for frame in left.indices where abs(Int(output[2 * frame])) > 3_000 {
      #expect(abs(Double(output[2 * frame]) / Double(output[2 * frame + 1]) - 3) < 0.01)
    }
  }

  @Test func `After what was too loud the level comes back`() {
    let output = limited(tone(1.5) + tone(0.5, count: 96_000), channels: 1)
    let isBack = output.suffix(24_000).elementsEqual([Int16](rounding: tone(0.5, count: 96_000)[...]).suffix(24_000))
    #expect(isBack)
  }
}
