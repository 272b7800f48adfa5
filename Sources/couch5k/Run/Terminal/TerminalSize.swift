import CLinux
import TerminalScreen

extension Picture.Size {
  /// How large a terminal is now; nil where it is none, or one that does not know, which says that its size is 0.
  init?(ofTerminal descriptor: Int32) {
    var (columns, rows): (Int32, Int32) = (0, 0)
    guard linux_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
    self.init(columns: Int(columns), rows: Int(rows))
  }
}
