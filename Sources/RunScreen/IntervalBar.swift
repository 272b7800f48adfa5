import TerminalScreen
import Workout

/// All intervals of a workout side by side, each as wide as it is long and as high as it is hard, so that they can be told
/// apart without colours; half of it marked above, and the place in it below.
struct IntervalBar {
  let workout: Workout
  let elapsed: Duration
  let width: Int
  /// In rows, without those of the marks.
  let height: Int
  let look: Look

  /// From above.
  var lines: [StyledLine] { [halfwayMark] + bars + [place] }

  /// The bar alone.
  var bars: [StyledLine] { (0..<height).reversed().map(row) }
}

extension IntervalBar {
  private static let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// - Parameter row: counted from below.
  private func row(_ row: Int) -> StyledLine {
    var line = StyledLine()
    for column in 0..<width {
      let kind = kind(at: column)
      let eighths = min(8, max(0, kind.eighths * height - 8 * row))
      let glyph = look.glyphs == .blocks ? Self.blocks[eighths] : eighths > 0 ? kind.letter : " "
      line.append(String(glyph), look.style(of: kind, isDim: column < placeColumn))
    }
    return line
  }

  /// The kind of the interval in the middle of that column.
  private func kind(at column: Int) -> Interval.Kind {
    let middle = workout.total * (2 * column + 1) / (2 * width)
    let index = workout.offsets.lastIndex { $0 <= middle } ?? 0
    return workout.intervals[index].kind
  }

  private var placeColumn: Int { min(width - 1, max(0, Int(elapsed / workout.total * Double(width)))) }

  private var halfwayMark: StyledLine {
    mark(look.glyphs == .blocks ? "½" : "|", at: width / 2, .plain)
  }

  private var place: StyledLine {
    mark(look.glyphs == .blocks ? "▲" : "^", at: placeColumn, .bold)
  }

  private func mark(_ text: String, at column: Int, _ style: Style) -> StyledLine {
    var line = StyledLine(String(repeating: " ", count: column))
    line.append(text, style)
    return line
  }
}

extension Look {
  func style(of kind: Interval.Kind, isBold: Bool = false, isDim: Bool = false) -> Style {
    Style(hasColour ? kind.colour : nil, isBold: isBold, isDim: isDim)
  }
}

extension Interval.Kind {
  fileprivate var colour: Style.Colour {
    switch self {
    case .warmup: .yellow
    case .run: .green
    case .walk: .cyan
    case .cooldown: .magenta
    }
  }

  /// How high it stands in the bar.
  fileprivate var eighths: Int {
    switch self {
    case .run: 8
    case .walk: 4
    case .warmup, .cooldown: 2
    }
  }

  /// What it is drawn with where there is but one height.
  fileprivate var letter: Character {
    switch self {
    case .run: "#"
    case .walk: "="
    case .warmup, .cooldown: "-"
    }
  }
}
