import Cue
import History
import TerminalScreen
import Testing
import Workout

@testable import Pictures

@Suite struct ChartTests {
  @Test func `Of what is not known there is no chart`() {
    #expect(sampleCharts([]).isEmpty)
    #expect(sampleCharts([sampleRun(0, metres: nil)]).map(\.title) == ["Longest run"])
    let all = sampleCharts([sampleRun(0, metres: nil), sampleRun(1, metres: 3_000)])
    #expect(all.map(\.title) == ["Longest run", "Distance", "Pace per km"])
    #expect(all[2].series.map(\.name) == ["all"])
    #expect(
      sampleCharts([sampleRun(0, metres: 3_000, segmentMetres: true)])[2].series.map(\.name) == ["all", "run", "walk"])
  }

  @Test func `A chart says in a sentence what it shows`() {
    let one = sampleCharts([sampleRun(14, metres: 4_000)])
    #expect(
      one.map(\.summary) == [
        "Longest run: 1 run, 20:00.", "Distance: 1 run, 4.00 km.", "Pace per km: 1 run, 7:30 /km.",
      ])
    let two = sampleCharts([sampleRun(14, metres: 4_000), sampleRun(0, metres: nil)])
    #expect(two[0].summary == "Longest run: 2 runs from 1:00 to 20:00, the latest 20:00.")
  }

  @Test func `In 40 columns bars stand on an axis, with the first day and the last`() {
    let chart = sampleCharts((0..<16).map { sampleRun($0, metres: nil) })[0]
    #expect(
      chart.canvas(width: 40, .blocks).text(isStyled: false) == """
        Longest run
        20 min ┤                            █
               │                            █
        15 min ┤                            █
               │                            █
        10 min ┤                          ▂ █ ▂
               │                          █ █ █
         5 min ┤            ▂ ▂ ▂ █ █ █ █ █ █ █
               │▃ ▃ ▃ ▅ ▅ ▅ █ █ █ █ █ █ █ █ █ █
         0 min └────────────────────────────────
                day 0                     day 30
        """)
  }

  @Test func `Where there is nothing but ASCII, bars and points are drawn with that`() {
    let charts = sampleCharts([sampleRun(0, metres: 3_100, segmentMetres: true), sampleRun(14, metres: nil)])
    #expect(
      charts[0].canvas(width: 30, .ascii).text(isStyled: false) == """
        Longest run
        20 min +      #####
               |      #####
        15 min +      #####
               |      #####
        10 min +      #####
               |      #####
         5 min +      #####
               |_____ #####
         0 min +----------------------
                day 0 to day 28
        """)
    for canvas in charts.map({ $0.canvas(width: 40, .ascii) }) {
      #expect(canvas.text(isStyled: true).utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func `What is not known leaves a gap, and paces are told apart without colours, the fastest above`() {
    let runs = [
      sampleRun(0, metres: 3_100, segmentMetres: true), sampleRun(1, metres: nil), sampleRun(2, metres: 3_400),
    ]
    let charts = sampleCharts(runs)
    #expect(
      charts[1].canvas(width: 40, .blocks).text(isStyled: false) == """
        Distance
        4 km ┤
             │▂▂▂▂▂       ▆▆▆▆▆
        3 km ┤█████       █████
             │█████       █████
        2 km ┤█████       █████
             │█████       █████
        1 km ┤█████       █████
             │█████       █████
        0 km └──────────────────────────────────
              day 0        day 4
        """)
    #expect(
      charts[2].canvas(width: 40, .blocks).text(isStyled: false) == """
        Pace per km  ● all  ▲ run  ▽ walk
         6:00 ┤
              │  ▲
         8:00 ┤
              │              ●
        10:00 ┤  ●
              │  ▽
        12:00 ┤
              └─────────────────────────────────
               day 0        day 4
        """)
  }

  @Test func `Of more runs than there are columns the latest are shown, and the chart says so`() {
    let chart = sampleCharts((0..<54).map { sampleRun($0 % 27, metres: nil) })[0]
    let text = chart.canvas(width: 40, .blocks).text(isStyled: false)
    #expect(text.hasPrefix("Longest run  latest 32 of 54\n"))
    #expect(!chart.canvas(width: 80, .blocks).text(isStyled: false).contains("latest"))
  }

  @Test func `Where the runs that are shown need wider marks than all of them, no mark is cut off`() throws {
    let kilometres = [12.0] + Array(repeating: 2, count: 40)
    let labels = kilometres.indices.map { "day \($0)" }
    let chart = try #require(
      Chart("Distance", .kilometres, .bars, labels: labels, [Chart.Series("distance", kilometres)]))
    let text = chart.canvas(width: 40, .blocks).text(isStyled: false)
    for mark in ["0.5 km ┤", "  1 km ┤", "1.5 km ┤", "  2 km ┤"] {
      #expect(text.contains("\n\(mark)"), "\(mark)")
    }
  }

  @Test func `A chart never leaves its columns, and each of its runs is seen`() {
    for count in [1, 2, 5, 27, 28, 100] {
      let charts = sampleCharts((0..<count).map { sampleRun($0 % 27, metres: 3_000, segmentMetres: true) })
      for (width, chart) in [30, 40, 80, 200].flatMap({ width in charts.map { (width, $0) } }) {
        let lines = chart.canvas(width: width, .blocks).text(isStyled: false).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width })
        guard chart.form == .bars else { continue }
        // The row above the axis: what is no space there is a run's.
        let lowest = lines.dropLast(2).last.map { $0.drop { $0 != "│" && $0 != "┤" }.dropFirst() } ?? ""
        #expect(
          lowest.split(separator: " ").joined().count >= min(count, width - 9), "\(count) runs in \(width) columns")
      }
    }
  }
}
