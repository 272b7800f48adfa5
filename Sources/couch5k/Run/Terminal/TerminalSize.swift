import CLinux
import TerminalScreen

extension Picture.Size {
  /// What a terminal is taken for that does not know its size.
  static let usual = Picture.Size(columns: 80, rows: 24)

  /// How large a terminal is now; nil where it is none. What it does not know, it says is 0.
  init?(ofTerminal descriptor: Int32) {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard linux_terminal_size(descriptor, &columns, &rows) == 0 else { return nil }
    self.init(
      columns: columns > 0 ? Int(columns) : Self.usual.columns, rows: rows > 0 ? Int(rows) : Self.usual.rows)
  }
}
