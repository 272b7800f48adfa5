/// What a program sends to a terminal so that it shows a picture, in the sequences that all terminals of the last decades
/// understand (ECMA-48, and xterm's private modes; a terminal ignores a mode that it does not know).
public enum PictureUpdate {
  /// Begins with a screen of our own, so that what was there before comes back afterwards. No cursor is seen, and no line
  /// goes on in the next one.
  public static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"

  /// Undoes ``enter``. On a terminal with one screen only, the picture stays above what is written next.
  public static let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[999;1H\r\n\u{1B}[?1049l"

  /// Changes one picture into another: the lines that differ are written, as one step where the terminal can do so.
  ///
  /// - Parameter old: what the terminal shows; nil: nobody knows.
  /// - Returns: nothing where nothing differs.
  public static func from(_ old: Picture?, to new: Picture) -> String {
    let known = old?.size == new.size ? old : nil
    let count = max(new.lines.count, known?.lines.count ?? new.size.rows)
    let rows = (0..<count).compactMap { row -> String? in
      let line = row < new.lines.count ? new.lines[row] : StyledLine()
      if let known, line == (row < known.lines.count ? known.lines[row] : StyledLine()) { return nil }
      return "\u{1B}[\(row + 1);1H" + line.escaped + (line.width < new.size.columns ? "\u{1B}[K" : "")
    }
    return rows.isEmpty ? "" : "\u{1B}[?2026h" + rows.joined() + "\u{1B}[?2026l"
  }
}
