import TerminalScreen

/// How large the parts of the run view are.
struct RunLayout: Equatable {
  /// How many columns a dot of the interval's name is wide; 0: ordinary letters.
  let name: Int
  /// That of the countdown.
  let countdown: Int
  /// How many rows the bar is high.
  let bar: Int
  /// Whether what comes next has a row of its own, below the countdown.
  let hasNextRow: Bool
  /// At least so many rows are free between the parts.
  let gap: Int

  /// From the largest to the smallest.
  private static let all = [
    RunLayout(name: 5, countdown: 8, bar: 4, hasNextRow: true, gap: 1),
    RunLayout(name: 4, countdown: 6, bar: 3, hasNextRow: true, gap: 1),
    RunLayout(name: 3, countdown: 5, bar: 3, hasNextRow: true, gap: 1),
    RunLayout(name: 3, countdown: 4, bar: 2, hasNextRow: true, gap: 1),
    RunLayout(name: 2, countdown: 4, bar: 2, hasNextRow: true, gap: 1),
    RunLayout(name: 2, countdown: 3, bar: 1, hasNextRow: true, gap: 1),
    RunLayout(name: 2, countdown: 2, bar: 1, hasNextRow: true, gap: 1),
    RunLayout(name: 1, countdown: 2, bar: 1, hasNextRow: true, gap: 1),
    RunLayout(name: 1, countdown: 2, bar: 1, hasNextRow: false, gap: 0),
    RunLayout(name: 1, countdown: 1, bar: 1, hasNextRow: false, gap: 0),
    RunLayout(name: 0, countdown: 2, bar: 1, hasNextRow: false, gap: 0),
    RunLayout(name: 0, countdown: 1, bar: 1, hasNextRow: false, gap: 0),
    RunLayout(name: 0, countdown: 0, bar: 1, hasNextRow: false, gap: 0),
  ]

  /// The largest for which there is room, whatever the name is: they would jump otherwise. Nil where there is too little
  /// for any.
  static func largest(in size: Picture.Size, _ glyphs: Glyphs) -> RunLayout? {
    all.first { $0.width <= size.columns && $0.height <= size.rows && $0.isPossible(glyphs) }
  }

  /// Whole characters are two dots high: dots of an odd width have halves.
  private func isPossible(_ glyphs: Glyphs) -> Bool {
    glyphs == .blocks || name.isMultiple(of: 2) && countdown.isMultiple(of: 2)
  }

  private static let narrowest = 30

  private var width: Int {
    let names = name == 0 ? [] : RunScene.names.map { BigText($0, scale: name).width }
    let digits = countdown == 0 ? 0 : BigText("00:00", scale: countdown).width
    return (names + [digits, Self.narrowest]).max() ?? 0
  }

  private var height: Int {
    let header = 1
    let clock = countdown == 0 ? 1 : rows(name) + rows(countdown) + (hasNextRow ? 1 : 0)
    let marksAndTimes = 3
    let footer = 1
    return header + clock + marksAndTimes + bar + footer + (parts - 1) * gap
  }

  /// Header, name, countdown, bar and footer.
  private var parts: Int { countdown == 0 ? 4 : 5 }

  private func rows(_ scale: Int) -> Int { scale == 0 ? 1 : BigText.height(scale: scale) }
}
