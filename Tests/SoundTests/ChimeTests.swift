import ChimeSynthesis
import Cue
import Glibc
import Sound
import Testing

@Suite struct ChimeTests {
  static let chimes = Chime.allCases

  private func samples(_ chime: Chime) throws -> [Int16] {
    try #require(Chimes.builtIn(chime.rawValue)).samples
  }

  private func peak(_ samples: some Sequence<Int16>) -> Int {
    samples.reduce(0) { max($0, abs(Int($1))) }
  }

  // MARK: Where they come from

  @Test func `Every tune is a chime and every chime has its tune`() {
    #expect(Tune.all.map(\.name).sorted() == Chime.allCases.map(\.rawValue).sorted())
  }

  @Test func `A name that is no chime's has no sound`() {
    for name in ["", "Run", "run.wav", "gong"] { #expect(Chimes.builtIn(name) == nil) }
  }

  @Test(arguments: Tune.all)
  func `What the synthesis makes today is byte for byte what is kept in Sounds`(tune: Tune) {
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    #expect(bytes(ofFile: "\(root)/Sounds/\(tune.name).wav") == tune.wav())
  }

  @Test(arguments: Tune.all)
  func `What is built in is sample for sample what the synthesis makes`(tune: Tune) throws {
    #expect(try #require(Chimes.builtIn(tune.name)).samples == tune.samples())
  }

  // MARK: Length and edges

  @Test(arguments: chimes)
  func `A chime is shorter than 0.6 s, and the tick than 0.1 s`(chime: Chime) throws {
    let samples = try samples(chime)
    #expect(samples.count > 2_400)
    #expect(samples.count < (chime == .tick ? 4_800 : 28_800))
  }

  @Test(arguments: chimes)
  func `A chime begins and ends with silence, and neither edge is a click`(chime: Chime) throws {
    let samples = try samples(chime)
    #expect(samples.first == 0)
    #expect(samples.last == 0)
    // A sine that is cut has its steepest step at the cut.
    let steps = zip(samples, samples.dropFirst()).map { abs(Int($0) - Int($1)) }
    let steepest = try #require(steps.max())
    #expect(steps.prefix(24).allSatisfy { $0 * 10 < steepest }, "in the first half millisecond")
    #expect(steps.suffix(48).allSatisfy { $0 * 100 < steepest }, "in the last millisecond")
  }

  @Test(arguments: chimes)
  func `A chime is heard within 2 ms, above -40 dBFS`(chime: Chime) throws {
    #expect(peak(try samples(chime).prefix(96)) > 328)
  }

  @Test(arguments: chimes)
  func `A chime does not end in more than 50 ms below -50 dBFS`(chime: Chime) throws {
    #expect(peak(try samples(chime).suffix(2_400)) > 104)
  }

  // MARK: Level

  @Test(arguments: chimes)
  func `No chime comes nearer to full scale than 1 dB`(chime: Chime) throws {
    #expect(peak(try samples(chime)) <= 29_204)
  }

  @Test(arguments: chimes)
  func `A chime reaches -19 LUFS, the tick 10 LU less`(chime: Chime) throws {
    let loudness = try greatestLoudness(of: #require(Chimes.builtIn(chime.rawValue)))
    #expect(abs(loudness - (chime == .tick ? -29 : -19)) < 0.2)
  }

  @Test(
    arguments: ["en-us", "en-gb"],
    [
      "Run for 3 minutes.", "Walk for 90 seconds.", "Halfway.", "10 minutes.", "Cool down. Walk for 5 minutes.",
      "Great work. Week 3, run 2 done.", "Week 3, run 2. Warm up with a 5 minute brisk walk.", "Paused.", "Resuming.",
    ])
  func `What is spoken in a workout is within 3 LU of the chimes`(voice: String, sentence: String) throws {
    let directory = TemporaryDirectory()
    let path = directory.file("speech.wav")
    let status = system("espeak-ng -v \(voice) -w \(path) '\(sentence)'")
    try #require(status == 0, "this test needs the program espeak-ng, Debian package espeak-ng")
    let speech = try greatestLoudness(of: SoundFile.read(path))
    // The chimes are at -19, which the test above holds to 0.2 LU.
    #expect(abs(speech - -19) < 3 - 0.2)
  }

  // MARK: Pitch

  @Test(arguments: chimes)
  func `A chime has next to nothing below 300 Hz and little above 6 kHz`(chime: Chime) throws {
    let spectrum = Spectrum(try samples(chime))
    #expect((500..<2_500).contains(spectrum.dominant))
    #expect(spectrum.share(0..<300) < -30)
    #expect(spectrum.share(6_000..<24_000) < -40)
  }

  @Test(arguments: [(Chime.run, 1.5), (.walk, 1 / 1.5), (.resumed, 1.125), (.paused, 1 / 1.125)])
  func `Run rises and walk falls by a fifth, resumed rises and paused falls by a step`(
    chime: Chime, interval: Double
  ) throws {
    let samples = try samples(chime)
    let first = Spectrum(samples.prefix(4_800)).dominant
    let second = Spectrum(samples.suffix(samples.count / 2)).dominant
    #expect(abs(second / first / interval - 1) < 0.02)
  }

  @Test func `No chime sounds like another`() throws {
    for (index, one) in Self.chimes.enumerated() {
      for other in Self.chimes.dropFirst(index + 1) {
        let likeness = likeness(try samples(one), try samples(other))
        #expect(abs(likeness) < 0.7, "\(one) and \(other)")
      }
    }
  }

  /// The correlation of two sounds that begin together: 1 for the same one, also at another level.
  private func likeness(_ one: [Int16], _ other: [Int16]) -> Double {
    func product(_ a: [Int16], _ b: [Int16]) -> Double { zip(a, b).reduce(0) { $0 + Double($1.0) * Double($1.1) } }
    return product(one, other) / (product(one, one) * product(other, other)).squareRoot()
  }
}
