import TerminalScreen

/// What may be used to draw.
public struct Look: Hashable, Sendable {
  public var hasColour: Bool
  public var glyphs: Glyphs

  /// What suits a terminal.
  ///
  /// - Parameters:
  ///   - environment: `TERM` names the terminal, `NO_COLOR` forbids colours (no-color.org).
  ///   - codeset: the locale's, as `nl_langinfo(CODESET)` names it.
  /// - Returns: nil where it can show nothing but one line after another.
  public init?(environment: [String: String], codeset: String) {
    guard let terminal = environment["TERM"], !["", "dumb", "unknown"].contains(terminal) else { return nil }
    let isMonochrome = terminal.hasSuffix("-m") || terminal.hasSuffix("-mono") || terminal.hasPrefix("vt")
    hasColour = environment["NO_COLOR", default: ""].isEmpty && !isMonochrome
    glyphs = codeset == "UTF-8" ? .blocks : .ascii
  }

  public init(hasColour: Bool, glyphs: Glyphs) { (self.hasColour, self.glyphs) = (hasColour, glyphs) }
}
