/// What a terminal shows, from its first line on.
public struct Picture: Hashable, Sendable {
  public struct Size: Hashable, Sendable {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
  }

  public let size: Size
  public let lines: [StyledLine]

  /// - Parameter lines: what is more than fits is left out.
  public init(size: Size, lines: [StyledLine]) {
    self.size = size
    self.lines = lines.prefix(size.rows).map { $0.width > size.columns ? $0.cut(to: size.columns) : $0 }
  }

  /// Without its looks.
  public var text: String { lines.map(\.text).joined(separator: "\n") }
}
