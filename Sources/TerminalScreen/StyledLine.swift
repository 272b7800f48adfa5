/// A line of text for a terminal, in pieces that look alike. Each character takes one column.
public struct StyledLine: Hashable, Sendable {
  public struct Piece: Hashable, Sendable {
    public let text: String
    public let style: Style
  }

  /// Neighbours look different, and none is empty.
  public private(set) var pieces: [Piece] = []

  public init(_ text: String = "", _ style: Style = .plain) { append(text, style) }

  /// Adds text at the end. What would control the terminal becomes a question mark.
  public mutating func append(_ text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    let isControl = text.unicodeScalars.contains(where: \.isControl)
    let shown = isControl ? String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? "?" : $0 })) : text
    if let last = pieces.last, last.style == style {
      pieces[pieces.count - 1] = Piece(text: last.text + shown, style: style)
    } else {
      pieces.append(Piece(text: shown, style: style))
    }
  }

  public mutating func append(_ line: StyledLine) {
    for piece in line.pieces { append(piece.text, piece.style) }
  }

  /// In columns.
  public var width: Int { pieces.reduce(0) { $0 + $1.text.count } }

  /// Without its looks.
  public var text: String { pieces.map(\.text).joined() }

  /// At most so many columns of it, from its beginning.
  public func cut(to width: Int) -> StyledLine {
    var line = StyledLine()
    for piece in pieces where line.width < width {
      line.append(String(piece.text.prefix(width - line.width)), piece.style)
    }
    return line
  }

  /// In the middle of so many columns.
  public func centred(in width: Int) -> StyledLine {
    var line = StyledLine(String(repeating: " ", count: max(0, (width - self.width) / 2)))
    line.append(self)
    return line
  }

  /// One at the left end of so many columns, one at the right end; nil where there is no room between them.
  public static func spread(_ left: StyledLine, _ right: StyledLine, over width: Int) -> StyledLine? {
    let room = width - left.width - right.width
    guard room >= (right.width == 0 ? 0 : 1) else { return nil }
    var line = left
    guard right.width > 0 else { return line }
    line.append(String(repeating: " ", count: room))
    line.append(right)
    return line
  }
}

extension StyledLine {
  /// With the sequences of its styles (SGR of ECMA-48), back in the plain one at its end.
  public var escaped: String {
    pieces.map { $0.style == .plain ? $0.text : $0.style.sequence + $0.text + "\u{1B}[0m" }.joined()
  }
}

extension Style {
  fileprivate var sequence: String {
    let codes = [isBold ? 1 : nil, isDim ? 2 : nil, isReversed ? 7 : nil, colour.map { 30 + $0.rawValue }]
    return "\u{1B}[" + codes.compactMap { $0.map(String.init) }.joined(separator: ";") + "m"
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
