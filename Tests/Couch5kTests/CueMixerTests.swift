import CEBUR128
import Ducking
import Glibc
import Testing

@testable import Sound
@testable import couch5k

@Suite struct CueMixerTests {
  private static let rate = 48_000
  private static let second = rate

  private func cue(at seconds: Double, lasting length: Double = 0.5, amplitude: Float = 0) -> CueMixer.Cue {
    let start = Int((seconds * Double(Self.rate)).rounded())
    let count = Int((length * Double(Self.rate)).rounded())
    return CueMixer.Cue(start: start, samples: (0..<count).map { amplitude * sin(Float($0) / 20) })
  }

  /// The mix of cues into the same music on all channels, given in blocks of that length.
  private func mix(
    _ cues: [CueMixer.Cue], into music: [Float], channels: Int = 1, decibels: Int = 20, block: Int = 48_000
  ) throws -> [Int16] {
    let depth = try #require(DuckingDepth(decibels: decibels))
    var mixer = CueMixer(cues, rate: Self.rate, channels: channels, depth: depth)
    let all = music.flatMap { repeatElement($0, count: channels) }
    var output: [Int16] = []
    for start in stride(from: 0, to: all.count, by: block * channels) {
      output += mixer.process(Array(all[start..<min(start + block * channels, all.count)]))
    }
    return output + mixer.finish()
  }

  private func noise(_ seconds: Int, amplitude: Float = 0.9) -> [Float] {
    var state: UInt32 = 1
    return (0..<seconds * Self.rate).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(Int16(amplitude * Float(Int16(truncatingIfNeeded: state >> 16)))) / 32_768
    }
  }

  @Test func `Where no cue is near, the music passes to the bit`() throws {
    let music = noise(7)
    let output = try mix([cue(at: 1, amplitude: 0.05), cue(at: 2, amplitude: 0.05)], into: music)
    let samples = [Int16](rounding: music[...])
    // 25 ms after a cue it is back.
    let isSame = { (range: Range<Int>) in output[range] == samples[range] }
    #expect(isSame(0..<48_000) && isSame(73_200..<96_000))
    #expect(!isSame(48_000..<49_200) && !isSame(49_200..<72_000) && !isSame(72_000..<73_200))
  }

  @Test(arguments: [(20, 1_638), (6, 8_211), (0, 16_384)])
  func `The music is down from 25 ms after a cue's first sample to its last, and back 25 ms later`(
    decibels: Int, level: Int
  ) throws {
    let music = [Float](repeating: 0.5, count: 6 * Self.second)
    let output = try mix([cue(at: 1)], into: music, decibels: decibels)
    #expect(output[..<48_000].allSatisfy { $0 == 16_384 })
    #expect(output[49_200..<72_000].allSatisfy { abs(Int($0) - level) <= 1 })
    if decibels > 0 { #expect(output[48_000] < 16_384 && output[72_000] > level) }
    let steps = zip(output, output.dropFirst()).map { abs(Int($0) - Int($1)) }
    #expect(steps.max()! <= 14)
  }

  @Test func `Between two cues of which one waited for the other the music stays down, and otherwise comes back`()
    throws
  {
    let music = [Float](repeating: 0.5, count: 8 * Self.second)
    let output = try mix([cue(at: 1), cue(at: 1.8), cue(at: 2.7)], into: music)
    #expect(output[49_200..<110_400].allSatisfy { abs(Int($0) - 1_638) <= 1 })
    #expect(output[111_600..<129_600].allSatisfy { $0 == 16_384 })
  }

  @Test func `A cue is heard on both channels, to the bit over silence`() throws {
    let cue = cue(at: 1, amplitude: 0.7)
    let output = try mix([cue], into: [Float](repeating: 0, count: 3 * Self.second), channels: 2)
    let samples = [Int16](rounding: cue.samples[...])
    let isSame = output[96_000..<144_000].elementsEqual(samples.flatMap { [$0, $0] })
    #expect(isSame)
    #expect(output[..<96_000].allSatisfy { $0 == 0 } && output[144_000...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [1, 960, 7_001, 100_000])
  func `How the music is cut into blocks changes nothing`(block: Int) throws {
    let music = noise(3, amplitude: 0.5)
    let cues = [cue(at: 0.25, lasting: 0.25, amplitude: 1), cue(at: 0.7, lasting: 0.25, amplitude: 1)]
    let isSame = try mix(cues, into: music, block: block) == mix(cues, into: music)
    #expect(isSame)
  }

  @Test func `Loud music and a loud cue are turned down together where they would be too loud, and nothing clips`()
    throws
  {
    let music = noise(4, amplitude: 1)
    let output = try mix([cue(at: 1, amplitude: 1)], into: music, decibels: 0)
    // The wave stays a wave: at full scale is next to none of it.
    #expect(output[48_000..<72_000].count { abs(Int($0)) >= 32_766 } < 300)
    let isSame = output[..<47_000].elementsEqual([Int16](rounding: music[..<47_000]))
    #expect(isSame)
  }

  @Test func `After the last cue the music comes back and fades out within 4 seconds`() throws {
    let output = try mix([cue(at: 1)], into: [Float](repeating: 0.5, count: 20 * Self.second))
    #expect(output.count == 72_000 + 4 * Self.second)
    #expect(abs(Int(output[72_000 + 96_000]) - 8_192) <= 1)
    #expect(output.last! <= 1)
  }

  /// Integrated loudness (EBU R 128) of a stretch, in LUFS.
  private func loudness(_ samples: ArraySlice<Int16>) throws -> Double {
    var meter = ebur128_init(2, UInt(Self.rate), Int32(EBUR128_MODE_I.rawValue))
    try #require(meter != nil)
    defer { ebur128_destroy(&meter) }
    let block = Array(samples)
    ebur128_add_frames_short(meter, block, block.count / 2)
    var loudness = 0.0
    ebur128_loudness_global(meter, &loudness)
    return loudness
  }

  @Test(arguments: [0.1, 0.5, 1])
  func `Between cues the music is as loud as it was, also right after one that was turned down with it`(
    amplitude: Double
  ) throws {
    let music = noise(8, amplitude: Float(amplitude))
    let cues = [cue(at: 1, amplitude: 1), cue(at: 4, amplitude: 1)]
    let output = try mix(cues, into: music, channels: 2, decibels: 6)
    let source = [Int16](rounding: music.flatMap { [$0, $0] }[...])
    for range in [0..<96_000, 146_400..<384_000] {
      let difference = try loudness(output[range]) - loudness(source[range])
      #expect(abs(difference) < 1, "\(range)")
    }
  }
}
