import SoundLab
import Testing

@Suite struct FindTests {
  private let sound = noise(count: 4_800)

  @Test(arguments: [0, 1, 5_000, 19_200])
  func `A sound is found at its sample`(position: Int) throws {
    let matches = recording(count: 24_000, cue: [position: sound]) { _ in 1 }.find(sound)
    let match = try #require(matches.first)
    #expect(matches.count == 1)
    #expect(match.position == position)
    #expect(match.isWhole)
    #expect(match.gain == 1)
    #expect(match.greatestDifference == 0)
  }

  @Test func `A sound that was heard twice is found twice`() {
    let recording = recording(count: 24_000, cue: [1_000: sound, 9_000: sound])
    #expect(recording.find(sound).map(\.position) == [1_000, 9_000])
  }

  @Test func `Another sound is not found`() {
    let other = noise(count: 4_800, seed: 2)
    #expect(recording(count: 24_000, cue: [1_000: other]).find(sound) == [])
    #expect(recording(count: 24_000).find(sound) == [])
    #expect(recording(count: 24_000).find([0, 0, 0]) == [])
  }

  @Test(arguments: [
    (lost: 0..<92, first: 0, last: 91), (lost: 4_799..<4_800, first: 4_799, last: 4_799),
    (lost: 1_000..<1_256, first: 1_000, last: 1_255),
  ])
  func `Samples that were lost are told`(lost: Range<Int>, first: Int, last: Int) throws {
    var heard = sound
    // The loudest sample must survive, and a sample that is 0 anyway cannot be missed.
    for index in lost { heard[index] = 0 }
    try #require(sound[first] != 0 && sound[last] != 0)
    let match = try #require(recording(count: 24_000, cue: [7_000: heard]).find(sound).first)
    #expect(match.position == 7_000)
    #expect(!match.isWhole)
    #expect(match.firstMismatch == first)
    #expect(match.lastMismatch == last)
    #expect(match.mismatches == lost.count { sound[$0] != 0 })
    #expect(match.greatestDifference == Double(lost.map { abs(Int(sound[$0])) }.max() ?? 0))
  }

  @Test(arguments: [-100, 24_000 - 4_700])
  func `A sound that the recording has only a part of is not whole`(position: Int) throws {
    let match = try #require(recording(count: 24_000, cue: [position: sound]).find(sound).first)
    #expect(match.position == position)
    #expect(match.mismatches == 100)
  }

  @Test func `A difference counts when it exceeds the tolerance`() throws {
    let heard = sound.enumerated().map { index, sample in index.isMultiple(of: 7) ? sample + 1 : sample }
    let recording = recording(count: 24_000, cue: [7_000: heard])
    #expect(recording.find(sound).allSatisfy { !$0.isWhole })
    let match = try #require(recording.find(sound, tolerance: 1).first)
    #expect(match.isWhole)
    #expect(match.greatestDifference == 1)
  }

  @Test func `A gain is found and made up for`() throws {
    let heard = sound.map { Int16((Double($0) * 0.3).rounded()) }
    let recording = recording(count: 24_000, cue: [7_000: heard])
    #expect(recording.find(sound) == [])
    let match = try #require(recording.find(sound, gain: 0.1...1).first)
    #expect(match.position == 7_000)
    #expect(abs(match.gain - 0.3) < 0.001)
    #expect(match.isWhole)
  }

  @Test func `In a tone that looks alike everywhere the true place is told from its neighbours`() throws {
    let beep = recording(count: 4_800) { $0 < 4_700 ? 0.5 : 0.1 }.music
    let match = try #require(recording(count: 24_000, cue: [7_013: beep]).find(beep).first)
    #expect(match.position == 7_013)
    #expect(match.isWhole)
  }

  @Test func `A sound is most like itself, also when it is quieter and a little disturbed`() throws {
    let smooth = zip(sound, sound.dropFirst(12)).map { $0 / 2 + $1 / 2 }
    let disturbance = noise(count: smooth.count, amplitude: 200, seed: 3)
    let heard = zip(smooth, disturbance).map { $0 / 4 + $1 }
    let correlation = try #require(recording(count: 24_000, cue: [7_001: heard]).correlation(with: smooth))
    #expect(correlation.position == 7_001)
    #expect(correlation.value > 0.95 && correlation.value < 1)
  }

  @Test func `Another sound is not like it`() throws {
    let other = noise(count: 4_800, seed: 2)
    let correlation = try #require(recording(count: 24_000, cue: [7_001: other]).correlation(with: sound))
    #expect(correlation.value < 0.5)
    #expect(recording(count: 100).correlation(with: sound) == nil)
    #expect(recording(count: 24_000).correlation(with: [Int16](repeating: 0, count: 100)) == nil)
  }
}
