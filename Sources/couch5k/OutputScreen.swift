import Glibc
import TerminalScreen

/// How that which is printed is shown.
struct OutputScreen: Equatable {
  let columns: Int
  let look: Look

  /// A file or a pipe is 80 columns wide, and so is a terminal that does not know its width; what is no screen has no
  /// colours.
  static var standardOutput: OutputScreen {
    let size = isatty(STDOUT_FILENO) == 1 ? Picture.Size(ofTerminal: STDOUT_FILENO) : nil
    return OutputScreen(
      columns: size?.columns ?? 80, look: TerminalDisplay.standardLook ?? Look(hasColour: false, glyphs: .blocks))
  }

  func text(_ canvas: Canvas) -> String { canvas.text(isStyled: look.hasColour) }
}
