import TerminalScreen

/// How a character of a terminal is drawn, in the picture's units.
enum TerminalCell {
  static let width = 8
  static let height = 16
  /// Where letters stand, from above.
  static let baseline = 12

  /// Colours that can be told apart, and read, on the dark ground. Blocks have no seams between them.
  static let style = """
    .ground { fill: #14181c; stroke: #3b444d; }
    .screen { fill: #d8dee4; font: 13px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
    .bold { font-weight: bold; }
    .dim { opacity: 0.6; }
    .red { fill: #f0766b; }
    .green { fill: #57c98a; }
    .yellow { fill: #e5c463; }
    .blue { fill: #6bb5f5; }
    .magenta { fill: #cf8ee8; }
    .cyan { fill: #4fc1c9; }
    path { shape-rendering: crispEdges; }
    """

  /// What of its height a block element of Unicode fills, in eighths from above; nil for what is no block as wide as a
  /// cell.
  static func filled(by character: Character) -> Range<Int>? {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return nil }
    return switch scalar.value {
    case 0x2580: 0..<4
    // From the lowest eighth to all of them.
    case 0x2581...0x2588: 8 - Int(scalar.value - 0x2580)..<8
    default: nil
    }
  }
}

extension Style {
  /// The classes that make a thing look so; what looks plain needs none.
  var classes: String {
    precondition(!isReversed, "nobody has told yet how reversed text is drawn")
    return [colour.map { "\($0)" }, isBold ? "bold" : nil, isDim ? "dim" : nil].compactMap(\.self)
      .joined(separator: " ")
  }
}
