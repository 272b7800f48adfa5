import FoundationEssentials
import SoundLab
import Testing

@Suite struct RecordingTests {
  @Test func `The right channel is the cue and left minus right the music`() {
    let recording = Recording(frames: [700, 200, -32_768, 1, 5, 5])
    #expect(recording.cue == [200, 1, 5])
    #expect(recording.music == [500, -32_768, 0])
  }

  @Test func `A position and its time are one another's inverse`() {
    let recording = Recording(frames: [0, 0])
    #expect(recording.time(of: 48_000) == recording.clock.begin + .seconds(1))
    for position in [-7, 0, 1, 47_999, 1_234_567] {
      #expect(recording.position(at: recording.time(of: position)) == position)
    }
  }

  @Test(arguments: [
    (gap: 100, stretches: [50..<110, 300..<301]), (gap: 5, stretches: [50..<60, 100..<110, 300..<301]),
  ])
  func `Stretches of sound end after a long enough silence`(gap: Int, stretches: [Range<Int>]) {
    let loud = [Int16](repeating: -500, count: 10)
    let recording = recording(count: 400, cue: [50: loud, 100: loud, 200: [30, -30], 300: [31]])
    #expect(recording.stretches(of: .cue, gap: Recording.duration(of: gap)) == stretches)
    #expect(recording.stretches(of: .cue, in: 105..<400, gap: .zero) == [105..<110, 300..<301])
    #expect(recording.stretches(of: .music) == [])
  }

  @Test func `The first sound is looked for from a position on`() {
    let recording = recording(count: 100, cue: [20: [90], 40: [-90]])
    #expect(recording.firstSound(of: .cue) == 20)
    #expect(recording.firstSound(of: .cue, after: 20) == 20)
    #expect(recording.firstSound(of: .cue, after: 21) == 40)
    #expect(recording.firstSound(of: .cue, after: 41) == nil)
    #expect(recording.firstSound(of: .cue, after: 1_000) == nil)
  }

  @Test func `A tenth of the amplitude is 20 dB less`() {
    let recording = recording(count: 4_800) { $0 < 2_400 ? 1 : 0.1 }
    #expect(abs(recording.level(of: .music, in: 2_400..<4_800, against: 0..<2_400) + 20) < 0.01)
    let levels = recording.levels(of: .music, in: 0..<4_800, against: 0..<2_400)
    #expect(levels.count == 20)
    #expect(levels[0..<10].allSatisfy { abs($0) < 1 })
    #expect(levels[10..<20].allSatisfy { abs($0 + 20) < 1 })
    #expect(recording.peak(of: .music, in: 2_400..<4_800) == 800)
  }

  @Test func `A click is steeper than anything in the tone`() {
    let recording = recording(count: 4_800, cue: [3_000: [5_000]]) { $0 < 2_427 ? 1 : 0.1 }
    let step = recording.steepestStep(of: .music, in: 0..<2_400)
    #expect((400..<600).contains(step))
    #expect(recording.steepestStep(of: .music, in: 0..<4_800) > 10 * step)
    #expect(recording.steepestStep(of: .cue, in: 2_990..<3_010) == 5_000)
  }

  @Test(arguments: [(24_000, 40_000), (23_900, 47_050)])
  func `A jump of the music's volume is found to half a millisecond`(down: Int, back: Int) throws {
    let cue = 24_000..<40_000
    let sound = [Int16](repeating: 1_000, count: cue.count)
    let recording = recording(count: 96_000, cue: [cue.lowerBound: sound]) { (down..<back).contains($0) ? 0.1 : 1 }
    #expect(recording.stretches(of: .cue) == [cue])
    let timing = try #require(recording.duckTiming(around: cue))
    #expect(abs(timing.duck.range.lowerBound - down) <= 24)
    #expect(abs(timing.duck.range.upperBound - back) <= 24)
    #expect(abs(timing.duck.level + 20) < 0.2)
    #expect(timing.downAfterCueBegan == Recording.duration(of: timing.duck.range.lowerBound - cue.lowerBound))
    #expect(timing.backAfterCueEnded == Recording.duration(of: timing.duck.range.upperBound - cue.upperBound))
  }

  @Test func `Music that stays, or comes back in between, has no duck timing`() {
    let cue = 24_000..<40_000
    #expect(recording(count: 96_000) { _ in 1 }.duckTiming(around: cue) == nil)
    let twice = recording(count: 96_000) { (24_000..<28_000).contains($0) || (32_000..<40_000).contains($0) ? 0.1 : 1 }
    #expect(twice.duckTiming(around: cue) == nil)
    #expect(twice.ducks(in: 20_000..<60_000, against: 5_000..<15_000).count == 2)
  }

  @Test func `A file has a header and the samples as they were heard`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "sound-lab-\(UUID()).wav").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Recording(frames: [1, -2, 0x1234, 3]).write(wav: path)
    let bytes = try #require(FileManager.default.contents(atPath: path))
    #expect(bytes.prefix(4) == Data("RIFF".utf8))
    #expect(bytes.count == 44 + 8)
    #expect(bytes.suffix(8) == Data([1, 0, 0xfe, 0xff, 0x34, 0x12, 3, 0]))
  }

  @Test func `A file that cannot be written is an error that names it`() {
    let error = #expect(throws: LabError.self) { try Recording(frames: [0, 0]).write(wav: "/nowhere/a.wav") }
    #expect(error?.description.contains("/nowhere/a.wav") == true)
  }
}
