import Cue
import Testing
import Workout
import WorkoutEngine

@Suite struct DrillSequenceTests {
  @Test func `There are five drills of three and a half minutes in all`() {
    let expected: [(Drill, Int)] = [
      (.aSkips, 45), (.bSkips, 45), (.highKnees, 30), (.jumpInPlace, 60), (.buttKicks, 30),
    ]
    #expect(Drill.allCases == expected.map(\.0))
    #expect(Drill.allCases.map(\.duration) == expected.map { .seconds($0.1) })
    #expect(Drill.allCases.map(\.duration).reduce(.zero, +) == .seconds(210))
  }

  @Test func `Each drill begins once, at its time, and the next one when it is asked for that`() {
    var drills = DrillSequence(startingAt: begin)
    var begun: [Int: Drill] = [:]
    for second in 0...220 {
      if let drill = drills.advance(to: at(Double(second))) { begun[second] = drill }
    }
    #expect(begun == [0: .aSkips, 45: .bSkips, 90: .highKnees, 120: .jumpInPlace, 180: .buttKicks])
    #expect(drills.state(at: at(209.9)) != .over && drills.state(at: at(210)) == .over)
    #expect(drills.nextChange(after: at(210)) == nil)
  }

  @Test func `The position says how long the drill lasts and what follows`() {
    let drills = DrillSequence(startingAt: begin)
    #expect(described(drills.state(at: at(75))) == "running: 2 of 5, b-skips, 15 left, then high-knees")
    #expect(drills.nextChange(after: at(75)) == at(90))
    #expect(described(drills.state(at: at(180))) == "running: 5 of 5, butt-kicks, 30 left")
  }

  @Test func `A pause stops the time, and nothing begins in it`() {
    var drills = DrillSequence(startingAt: begin)
    _ = drills.advance(to: begin)
    drills.togglePause(at: at(10))
    #expect(drills.isPaused && drills.pauseCount == 1)
    #expect(drills.advance(to: at(100)) == nil)
    #expect(drills.nextChange(after: at(100)) == nil)
    #expect(described(drills.state(at: at(100))) == "paused: 1 of 5, a-skips, 35 left, then b-skips")
    drills.togglePause(at: at(100))
    #expect(described(drills.state(at: at(100))) == "running: 1 of 5, a-skips, 35 left, then b-skips")
    #expect(drills.nextChange(after: at(100)) == at(135))
    #expect(drills.advance(to: at(135)) == .bSkips)
  }

  @Test func `What is skipped is over, also while it is paused`() {
    var drills = DrillSequence(startingAt: begin)
    _ = drills.advance(to: begin)
    drills.skip(at: at(10))
    #expect(drills.advance(to: at(10)) == .bSkips)
    #expect(drills.nextChange(after: at(10)) == at(55))
    drills.togglePause(at: at(20))
    drills.skip(at: at(50))
    #expect(!drills.isPaused && drills.advance(to: at(50)) == .highKnees)
    #expect(drills.nextChange(after: at(50)) == at(80))
    for _ in 0..<5 { drills.skip(at: at(50)) }
    #expect(drills.state(at: at(50)) == .over && drills.advance(to: at(50)) == nil)
  }

  @Test func `After a gap only the drill begins that the runner is in, or none if all are over`() {
    var drills = DrillSequence(startingAt: begin)
    _ = drills.advance(to: begin)
    #expect(drills.advance(to: at(130)) == .jumpInPlace)
    #expect(drills.advance(to: at(131)) == nil)
    #expect(drills.advance(to: at(10_000)) == nil)
  }
}

private func described(_ state: DrillSequence.State) -> String {
  switch state {
  case .running(let position): "running: \(described(position))"
  case .paused(let position): "paused: \(described(position))"
  case .over: "over"
  }
}

/// All times in seconds.
private func described(_ position: DrillSequence.Position) -> String {
  "\(position.index + 1) of \(position.count), \(position.drill.rawValue), \(position.remaining.components.seconds) left"
    + (position.next.map { ", then \($0.rawValue)" } ?? "")
}
