extension Sequence<String> {
  /// In lines of at most `width` columns, with spaces between them. One that is wider has a line of its own.
  public func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for piece in self {
      if let last = lines.last, last.count + 1 + piece.count <= width {
        lines[lines.count - 1] += " " + piece
      } else {
        lines.append(piece)
      }
    }
    return lines
  }
}
