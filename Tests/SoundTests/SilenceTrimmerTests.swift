import Sound
import Testing

@Suite struct SilenceTrimmerTests {
  private static let quiet = SilenceTrimmer.threshold - 1
  private static let loud = SilenceTrimmer.threshold
  private static let margin = SilenceTrimmer.margin.count

  /// Runs of samples of one value.
  struct Runs: CustomTestStringConvertible {
    let runs: [(Int16, Int)]

    init(_ runs: (Int16, Int)...) { self.runs = runs }

    var sound: PCM { PCM(runs.flatMap { Array(repeating: $0.0, count: $0.1) }) }
    var testDescription: String { runs.map { "\($0.1) × \($0.0)" }.joined(separator: ", ") }
  }

  static let table: [(Runs, Runs)] = [
    (Runs((0, 500), (loud, 100), (0, 500)), Runs((0, margin), (loud, 100), (0, margin))),
    (Runs((quiet, 500), (-loud, 100), (-quiet, 500)), Runs((quiet, margin), (-loud, 100), (-quiet, margin))),
    (Runs((loud, 100)), Runs((loud, 100))),
    (Runs((0, 3), (loud, 1), (0, 3)), Runs((0, 3), (loud, 1), (0, 3))),
    (Runs((loud, 10), (0, 20_000), (loud, 10), (0, 20_000)), Runs((loud, 10), (0, 20_000), (loud, 10), (0, margin))),
    (Runs((.min, 1), (0, 500), (.max, 1)), Runs((.min, 1), (0, 500), (.max, 1))),
    (Runs((0, 500)), Runs()),
    (Runs((quiet, 500)), Runs()),
    (Runs(), Runs()),
  ]

  @Test(arguments: table, [1, 7, 48, 1_000, 100_000])
  func `Silence is taken from begin and end, up to a margin, and pauses stay, however it is cut into pieces`(
    row: (Runs, Runs), piece: Int
  ) {
    let samples = row.0.sound.samples
    var trimmer = SilenceTrimmer()
    var trimmed = PCM()
    for start in stride(from: 0, to: samples.count, by: piece) {
      trimmed += trimmer.process(PCM(Array(samples[start..<min(start + piece, samples.count)])))
    }
    trimmed += trimmer.finish()
    #expect(trimmed == row.1.sound)
  }

  @Test func `Sound is passed on at once, silence when sound follows it`() {
    var trimmer = SilenceTrimmer()
    #expect(trimmer.process(PCM([1_000, 0, 2_000, 0, 0])) == PCM([1_000, 0, 2_000]))
    #expect(trimmer.process(PCM([0, 0])) == PCM())
    #expect(trimmer.process(PCM([3_000])) == PCM([0, 0, 0, 0, 3_000]))
  }

  @Test func `After its end it is as new`() {
    var trimmer = SilenceTrimmer()
    _ = trimmer.process(PCM([1_000, 0, 0]))
    _ = trimmer.finish()
    #expect(trimmer.process(PCM([0, 0])) == PCM())
    #expect(trimmer.finish() == PCM())
  }
}
