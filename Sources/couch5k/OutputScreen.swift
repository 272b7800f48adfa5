import CLinux
import FoundationEssentials
import Glibc

/// How that which is printed is shown.
struct OutputScreen: Equatable {
  let columns: Int
  let isColoured: Bool

  /// - Parameters:
  ///   - terminalColumns: 0 where the terminal does not know it, nil where it is none, but a file or a pipe: then there
  ///     are 80, and no colours.
  ///   - environment: NO_COLOR in it, if it is not empty, asks for no colours (https://no-color.org).
  init(terminalColumns: Int?, environment: [String: String]) {
    columns = terminalColumns.flatMap { $0 > 0 ? $0 : nil } ?? 80
    let wantsColours = environment["NO_COLOR", default: ""].isEmpty
    let hasColours = !["", "dumb"].contains(environment["TERM", default: ""])
    isColoured = terminalColumns != nil && wantsColours && hasColours
  }

  static var standardOutput: OutputScreen {
    var (columns, rows): (Int32, Int32) = (0, 0)
    let isTerminal = isatty(STDOUT_FILENO) == 1
    if isTerminal, linux_terminal_size(STDOUT_FILENO, &columns, &rows) != 0 { columns = 0 }
    return OutputScreen(
      terminalColumns: isTerminal ? Int(columns) : nil, environment: ProcessInfo.processInfo.environment)
  }
}
