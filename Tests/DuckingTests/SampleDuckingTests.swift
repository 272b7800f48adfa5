import Testing

@testable import Ducking

@Suite struct SampleDuckingTests {
  private let depth = DuckingDepth(decibels: 20)!

  @Test func `Samples are down after 25 ms and back after as many`() {
    var ducking = SampleDucking(depth: depth, rate: 48_000)
    let down = (0..<1_300).map { _ in ducking.next(isDown: true) }
    #expect(down.firstIndex(of: 0.1) == 1_199)
    #expect(down[1_199...].allSatisfy { $0 == 0.1 })
    #expect(!ducking.isBack)
    let back = (0..<1_300).map { _ in ducking.next(isDown: false) }
    #expect(back.firstIndex(of: 1) == 1_199)
    #expect(back[1_199...].allSatisfy { $0 == 1 })
    #expect(ducking.isBack)
  }

  @Test func `The first sample of a cue goes down already, and no step is larger than another`() {
    var ducking = SampleDucking(depth: depth, rate: 44_100)
    var before: Float = 1
    for _ in 0..<1_102 {
      let factor = ducking.next(isDown: true)
      #expect(abs(before - factor - 0.9 / 1_102) < 1e-6)
      before = factor
    }
  }

  @Test(arguments: [(6, 0.5012), (12, 0.2512), (40, 0.01), (0, 1)])
  func `It goes as deep as the volumes of other players do`(decibels: Int, amplitude: Float) {
    let depth = DuckingDepth(decibels: decibels)!
    var ducking = SampleDucking(depth: depth, rate: 8_000)
    let lowest = (0..<200).map { _ in ducking.next(isDown: true) }.last!
    #expect(abs(lowest - amplitude) < 1e-4)
    let factor = depth.factor(step: DuckingDepth.steps)
    #expect(abs(Double(lowest) - factor * factor * factor) < 1e-6)
  }

  @Test func `A cue that ends on the way down turns it round where it is`() {
    var ducking = SampleDucking(depth: depth, rate: 48_000)
    let down = (0..<300).map { _ in ducking.next(isDown: true) }
    let back = (0..<300).map { _ in ducking.next(isDown: false) }
    #expect(back == down.dropLast().reversed() + [1])
  }
}
