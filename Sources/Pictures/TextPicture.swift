/// A picture made of characters, for a terminal. What is written outside of it is cut off.
public struct TextPicture: Hashable, Sendable {
  /// What a character is drawn in. Without colours all inks look alike: a picture must not depend on them.
  public enum Ink: Hashable, Sendable {
    case plain, strong, faint
    /// Of the first, second and third thing that a picture tells apart.
    case first, second, third
  }

  private struct Cell: Hashable {
    static let blank = Cell(character: " ", ink: .plain)
    var character: Character
    var ink: Ink
  }

  private var rows: [[Cell]]
  public let width: Int

  public var height: Int { rows.count }

  public init(width: Int, height: Int) {
    self.width = max(0, width)
    rows = Array(repeating: Array(repeating: .blank, count: self.width), count: max(0, height))
  }

  /// Writes over what is there; both places are counted from 0.
  public mutating func write(_ text: String, row: Int, column: Int, _ ink: Ink = .plain) {
    guard rows.indices.contains(row) else { return }
    for (column, character) in zip(column..., text) where rows[row].indices.contains(column) {
      rows[row][column] = Cell(character: character, ink: ink)
    }
  }
}

// MARK: - Arranging

extension TextPicture {
  /// One below another, with empty rows between them.
  public static func stacked(_ pictures: [TextPicture], gap: Int) -> TextPicture {
    arranged(
      pictures, gap: gap, width: pictures.map(\.width).max() ?? 0,
      height: pictures.map(\.height).reduce(0, +) + gap * max(0, pictures.count - 1)
    ) { place, picture in
      place.row += picture.height + gap
    }
  }

  /// One beside another, with empty columns between them.
  public static func sideBySide(_ pictures: [TextPicture], gap: Int) -> TextPicture {
    arranged(
      pictures, gap: gap, width: pictures.map(\.width).reduce(0, +) + gap * max(0, pictures.count - 1),
      height: pictures.map(\.height).max() ?? 0
    ) { place, picture in
      place.column += picture.width + gap
    }
  }

  private static func arranged(
    _ pictures: [TextPicture], gap: Int, width: Int, height: Int,
    moving: (_ place: inout (row: Int, column: Int), _ past: TextPicture) -> Void
  ) -> TextPicture {
    var whole = TextPicture(width: width, height: height)
    var place = (row: 0, column: 0)
    for picture in pictures {
      for (offset, row) in picture.rows.enumerated() {
        whole.rows[place.row + offset].replaceSubrange(place.column..<place.column + picture.width, with: row)
      }
      moving(&place, picture)
    }
    return whole
  }
}

// MARK: - To a terminal

extension TextPicture {
  /// Its lines, without spaces at their ends.
  ///
  /// - Parameter isColoured: whether with ECMA-48's SGR sequences, in the colours that the terminal's owner has chosen.
  public func text(isColoured: Bool) -> String {
    rows.map { row in
      let cells = row.prefix(row.lastIndex { $0.character != " " }.map { $0 + 1 } ?? 0)
      return isColoured ? Self.coloured(cells) : String(cells.map(\.character))
    }.joined(separator: "\n")
  }

  private static func coloured(_ cells: some Sequence<Cell>) -> String {
    var line = ""
    var ink = Ink.plain
    for cell in cells {
      // A space looks the same in every ink.
      if cell.ink != ink, cell.character != " " {
        line += ink == .plain ? cell.ink.sequence : Ink.plain.sequence + (cell.ink == .plain ? "" : cell.ink.sequence)
        ink = cell.ink
      }
      line.append(cell.character)
    }
    return ink == .plain ? line : line + Ink.plain.sequence
  }
}

extension TextPicture.Ink {
  fileprivate var sequence: String {
    switch self {
    case .plain: "\u{1B}[0m"
    case .strong: "\u{1B}[1m"
    case .faint: "\u{1B}[2m"
    case .first: "\u{1B}[32m"
    case .second: "\u{1B}[36m"
    case .third: "\u{1B}[33m"
    }
  }
}
