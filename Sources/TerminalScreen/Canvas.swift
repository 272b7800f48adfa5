/// A surface of characters to draw on, each in a style of its own. What is drawn outside of it is cut off.
public struct Canvas: Hashable, Sendable {
  private struct Cell: Hashable {
    static let blank = Cell(character: " ", style: .plain)
    var character: Character
    var style: Style
  }

  private var rows: [[Cell]]
  public let width: Int

  public var height: Int { rows.count }

  public init(width: Int, height: Int) {
    self.width = max(0, width)
    rows = Array(repeating: Array(repeating: .blank, count: self.width), count: max(0, height))
  }

  /// Writes over what is there; both places are counted from 0.
  public mutating func write(_ text: String, row: Int, column: Int, _ style: Style = .plain) {
    guard rows.indices.contains(row) else { return }
    for (column, character) in zip(column..., text) where rows[row].indices.contains(column) {
      rows[row][column] = Cell(character: character, style: style)
    }
  }
}

// MARK: - Arranging

extension Canvas {
  /// One below another, with empty rows between them.
  public static func stacked(_ canvases: [Canvas], gap: Int) -> Canvas {
    arranged(
      canvases, gap: gap, width: canvases.map(\.width).max() ?? 0,
      height: canvases.map(\.height).reduce(0, +) + gap * max(0, canvases.count - 1)
    ) { place, canvas in
      place.row += canvas.height + gap
    }
  }

  /// One beside another, with empty columns between them.
  public static func sideBySide(_ canvases: [Canvas], gap: Int) -> Canvas {
    arranged(
      canvases, gap: gap, width: canvases.map(\.width).reduce(0, +) + gap * max(0, canvases.count - 1),
      height: canvases.map(\.height).max() ?? 0
    ) { place, canvas in
      place.column += canvas.width + gap
    }
  }

  private static func arranged(
    _ canvases: [Canvas], gap: Int, width: Int, height: Int,
    moving: (_ place: inout (row: Int, column: Int), _ past: Canvas) -> Void
  ) -> Canvas {
    var whole = Canvas(width: width, height: height)
    var place = (row: 0, column: 0)
    for canvas in canvases {
      for (offset, row) in canvas.rows.enumerated() {
        whole.rows[place.row + offset].replaceSubrange(place.column..<place.column + canvas.width, with: row)
      }
      moving(&place, canvas)
    }
    return whole
  }
}

// MARK: - To a terminal

extension Canvas {
  /// From above, without spaces at their ends.
  public var lines: [StyledLine] {
    rows.map { row in
      let end = row.lastIndex { $0.character != " " }.map { $0 + 1 } ?? 0
      return row.prefix(end).reduce(into: StyledLine()) { $0.append(String($1.character), $1.style) }
    }
  }

  /// - Parameter isStyled: whether with the sequences of the styles.
  public func text(isStyled: Bool) -> String {
    lines.map { isStyled ? $0.escaped : $0.text }.joined(separator: "\n")
  }
}
