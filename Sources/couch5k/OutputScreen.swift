import Glibc
import RunScreen
import TerminalScreen

/// How that which is printed is shown.
struct OutputScreen: Equatable {
  let columns: Int
  let look: Look

  /// A file or a pipe is as wide as a usual terminal, and has no colours.
  static var standardOutput: OutputScreen {
    let size = Picture.Size(ofTerminal: STDOUT_FILENO) ?? .usual
    return OutputScreen(
      columns: size.columns, look: TerminalDisplay.standardLook ?? Look(hasColour: false, glyphs: .blocks))
  }

  func text(_ canvas: Canvas) -> String { canvas.text(isStyled: look.hasColour) }
}
