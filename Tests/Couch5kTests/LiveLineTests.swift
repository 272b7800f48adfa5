import Cue
import Testing
import Workout
import WorkoutEngine

@testable import couch5k

@Suite struct LiveLineTests {
  /// At these seconds of week 1, day 1: the first run is from 300 to 360, the last walk is the cooldown's.
  static let lines: [(LiveLine, width: Int, text: String)] = [
    (running(0), 40, "Warm up    05:00  [....]  00:00 / 30:00"),
    (running(312.4), 40, "Run        00:48  [....]  05:12 / 30:00"),
    (running(1_799.5), 40, "Cool down  00:01  [###.]  29:59 / 30:00"),
    (paused(312.4), 40, "Run, paused  00:48  05:12 / 30:00"),
    (done, 40, "Done       00:00  [####]  30:00 / 30:00"),
    (asked(running(312.4)), 40, "End this run? y/n  Run        00:48"),
    (running(0), 80, "Warm up    05:00  [.....................]  00:00 / 30:00  space: pause  q: end "),
    (running(312.4), 80, "Run        00:48  [###..................]  05:12 / 30:00  space: pause  q: end "),
    (running(1_799.5), 80, "Cool down  00:01  [####################.]  29:59 / 30:00  space: pause  q: end "),
    (paused(312.4), 80, "Run, paused  00:48  [###................]  05:12 / 30:00  space: resume  q: end"),
    (done, 80, "Done       00:00  [#####################]  30:00 / 30:00  Ctrl-C: quit         "),
    (
      withoutKeys(running(312.4)), 80,
      "Run        00:48  [###..................]  05:12 / 30:00  Ctrl-C: quit         "
    ),
    (asked(running(312.4)), 80, "End this run? y/n  Run        00:48  [####.....................]  05:12 / 30:00"),
    (
      running(0), 120,
      "Warm up    05:00  then run 01:00        [.......................................]  00:00 / 30:00  "
        + "space: pause  q: end "
    ),
    (
      running(312.4), 120,
      "Run        00:48  then walk 01:30       [######.................................]  05:12 / 30:00  "
        + "space: pause  q: end "
    ),
    (
      running(1_799.5), 120,
      "Cool down  00:01                        [######################################.]  29:59 / 30:00  "
        + "space: pause  q: end "
    ),
    (
      paused(312.4), 120,
      "Run, paused  00:48  then walk 01:30       [######...............................]  05:12 / 30:00  "
        + "space: resume  q: end"
    ),
    (
      done, 120,
      "Done       00:00                        [#######################################]  30:00 / 30:00  "
        + "Ctrl-C: quit         "
    ),
    (
      asked(paused(312.4)), 120,
      "End this run? y/n  Run, paused  00:48  "
        + "[##########.....................................................]  05:12 / 30:00"
    ),
  ]

  @Test(arguments: lines)
  func `In every state and at every width the line shows what there is room for`(
    line: LiveLine, width: Int, text: String
  ) {
    #expect(line.text(width: width) == text)
  }

  @Test(arguments: lines.map(\.0))
  func `The line is never as wide as the terminal`(line: LiveLine) {
    for width in 1...250 { #expect(line.text(width: width).count < width) }
    #expect(line.text(width: 0).isEmpty)
  }

  @Test(arguments: lines.map(\.0))
  func `Only plain characters are shown, which are one column wide on every terminal`(line: LiveLine) {
    #expect(line.text(width: 250).utf8.allSatisfy { (0x20...0x7E).contains($0) })
  }
}

private let total = Plan.workout(.first).total
private let begin = BootTime(.seconds(1_000))
private let done = LiveLine(state: .complete, total: total)

private func running(_ seconds: Double) -> LiveLine {
  let engine = Engine(Plan.workout(.first), startingAt: begin, elapsed: .seconds(seconds))
  return LiveLine(state: engine.state(at: begin), total: total)
}

private func paused(_ seconds: Double) -> LiveLine {
  var engine = Engine(Plan.workout(.first), startingAt: begin, elapsed: .seconds(seconds))
  _ = engine.pause(at: begin)
  return LiveLine(state: engine.state(at: begin), total: total)
}

private func withoutKeys(_ line: LiveLine) -> LiveLine {
  LiveLine(state: line.state, total: line.total, hasKeys: false)
}

private func asked(_ line: LiveLine) -> LiveLine {
  LiveLine(state: line.state, total: line.total, isAsking: true)
}
