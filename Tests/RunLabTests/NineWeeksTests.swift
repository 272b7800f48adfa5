import EventLoop
import RunLab
import Testing

/// couch5k and cued themselves.
@EventLoop
@Suite(.serialized, .timeLimit(.minutes(5))) struct NineWeeksTests {
  @Test func `Of disturbed runs all is heard that was due, once, or rightly left out, and the history has them`()
    async throws
  {
    let seed = UInt64.random(in: 0..<1_000_000)
    let options = NineWeeks.Options(speed: 400, seed: seed, workouts: 3)
    var faults: [String] = []
    // What a machine that is too busy for such a speed does to one of them it does not do to all.
    for _ in 0..<3 {
      faults = try await self.faults(options)
      if faults.isEmpty { break }
    }
    #expect(faults == [], "nine-weeks --speed 400 --seed \(seed) --workouts 3")
  }

  private func faults(_ options: NineWeeks.Options) async throws -> [String] {
    var faults: [String] = []
    let done = try await NineWeeks.run(options) { report in
      faults += report.faults.map { "\(report.disturbances): \($0)" }
      if report.heard == 0 { faults.append("\(report.disturbances): nothing was heard") }
    }
    return done == 3 ? faults : faults + ["\(done) of 3 are in the history"]
  }
}
