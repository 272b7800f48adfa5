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
    let done = try await NineWeeks.run(options) { report in
      #expect(report.faults == [], "nine-weeks --speed 400 --seed \(seed) --workouts 3; \(report.disturbances)")
      #expect(report.heard > 0)
    }
    #expect(done == 3, "seed \(seed)")
  }
}
