import FoundationEssentials
import Testing

@testable import CueQueue

/// Random histories of clients, clocks, outputs and crashes, in which all the rules must hold.
@Suite struct RandomHistoryTests {
  /// How many histories are looked at; many more with `CUED_SOAK_HISTORIES`.
  private static let count = ProcessInfo.processInfo.environment["CUED_SOAK_HISTORIES"].flatMap { Int($0) } ?? 2_500

  @Test func `In no history is a rule broken`() {
    guard let failure = Failure.first(in: 0..<Self.count) else { return }
    Issue.record("\(failure)")
  }

  @Test(arguments: SeededFault.allCases)
  func `A rule that is broken on purpose is noticed, in a short history`(fault: SeededFault) throws {
    let failure = try #require(Failure.first(in: 0..<Self.count, fault))
    #expect(failure.steps.count <= 8, "\(failure)")
  }
}

/// A history in which a rule is broken, without the steps that have nothing to do with it.
struct Failure: CustomStringConvertible {
  let seed: Int
  let broken: String
  let steps: [Step]

  static func first(in seeds: Range<Int>, _ fault: SeededFault? = nil) -> Failure? {
    for seed in seeds {
      let steps = History(seed: UInt64(seed)).steps
      guard Simulation.firstBroken(steps, fault) != nil else { continue }
      let short = shortened(steps, fault)
      return Failure(seed: seed, broken: Simulation.firstBroken(short, fault) ?? "", steps: short)
    }
    return nil
  }

  /// Leaves out ever smaller stretches for as long as some rule is broken without them.
  private static func shortened(_ steps: [Step], _ fault: SeededFault?) -> [Step] {
    var steps = steps
    var length = steps.count / 2
    while length > 0 {
      var start = 0
      var isShorter = false
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + length, steps.count))
        if Simulation.firstBroken(fewer, fault) != nil {
          steps = fewer
          isShorter = true
        } else {
          start += length
        }
      }
      if !isShorter || length > 1 { length /= 2 }
    }
    return steps
  }

  var description: String {
    (["seed \(seed): \(broken)"] + steps.map { "  \($0)" }).joined(separator: "\n")
  }
}
