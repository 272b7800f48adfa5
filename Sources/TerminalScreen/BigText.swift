/// A text in letters so large that it can be read from a distance.
///
/// Letters are made of square dots, five high. A character of a terminal is about twice as high as it is wide, so one of
/// them holds two dots, one above the other.
public struct BigText: Hashable, Sendable {
  public let text: String
  /// How many columns a dot is wide; one or more.
  public let scale: Int

  public init(_ text: String, scale: Int) {
    precondition(scale >= 1, "a dot is one column wide at least")
    (self.text, self.scale) = (text, scale)
  }

  /// In columns.
  public var width: Int { scale * columns.count }

  /// In rows.
  public var height: Int { Self.height(scale: scale) }

  public static func height(scale: Int) -> Int { (BigLetters.height * scale + 1) / 2 }

  /// Its rows from above, as wide as each other.
  public func rows(_ glyphs: Glyphs) -> [String] {
    let columns = columns
    return (0..<height).map { row in
      columns.map { column in
        let character = glyphs.character(
          upper: column.hasDot(2 * row / scale), lower: column.hasDot((2 * row + 1) / scale))
        return String(repeating: character, count: scale)
      }.joined()
    }
  }

  /// Its columns of dots from the left, with an empty one between two letters.
  private var columns: [BigLetters.Column] {
    Array(text.map(BigLetters.columns(of:)).joined(separator: [BigLetters.Column()]))
  }
}

/// What a terminal can show.
public enum Glyphs: Sendable, CaseIterable {
  /// Block characters.
  case blocks
  /// Nothing but ASCII.
  case ascii

  fileprivate func character(upper: Bool, lower: Bool) -> Character {
    switch (self, upper, lower) {
    case (_, false, false): " "
    case (.ascii, _, _): "#"
    case (.blocks, true, true): "█"
    case (.blocks, true, false): "▀"
    case (.blocks, false, true): "▄"
    }
  }
}
