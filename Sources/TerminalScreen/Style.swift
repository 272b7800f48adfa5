/// How a piece of text looks.
public struct Style: Hashable, Sendable {
  /// One of the colours that each terminal has, in the shade that its owner has chosen.
  public enum Colour: Int, Sendable {
    case red = 1
    case green, yellow, blue, magenta, cyan
  }

  /// Nil: the terminal's own.
  public var colour: Colour?
  public var isBold = false
  public var isDim = false
  /// The text in the background's colour, on a ground in its own.
  public var isReversed = false

  public init(_ colour: Colour? = nil, isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false) {
    (self.colour, self.isBold, self.isDim, self.isReversed) = (colour, isBold, isDim, isReversed)
  }

  public static let plain = Style()
  public static let bold = Style(isBold: true)
  public static let dim = Style(isDim: true)
  public static let reversed = Style(isReversed: true)
}
