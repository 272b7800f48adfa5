import Pictures
import TerminalScreen

extension Recording.Layer {
  /// A group for each look. Its blocks are one path: those of fonts have seams between them.
  var drawing: [SVGElement] {
    let stretches = lines.flatMap(\.stretches)
    let looks = stretches.map(\.style).reduce(into: [Style]()) { if !$0.contains($1) { $0.append($1) } }
    return looks.map { look in
      let alike = stretches.filter { $0.style == look }
      let blocks = alike.compactMap(\.path).joined()
      let path = blocks.isEmpty ? [] : [SVGElement("path", ["d": blocks])]
      return SVGElement(
        "g", look == .plain ? [:] : ["class": look.classes], path + alike.filter { $0.filled == nil }.map(\.word))
    }
  }
}

/// Neighbouring characters of a line that are drawn as one: equal blocks, or words.
private struct Stretch {
  let row: Int
  let column: Int
  let style: Style
  /// What blocks fill, in eighths of a cell from above; nil: these are words.
  let filled: Range<Int>?
  var text: String

  var end: Int { column + text.count }
}

extension Recording.PlacedLine {
  /// One space may lie between two words of a stretch; more would be lost in SVG.
  fileprivate var stretches: [Stretch] {
    var stretches: [Stretch] = []
    var column = 0
    for piece in line.pieces {
      for character in piece.text {
        defer { column += 1 }
        guard character != " " else { continue }
        let filled = TerminalCell.filled(by: character)
        if let last = stretches.last, last.style == piece.style, last.filled == filled,
          column - last.end <= (filled == nil ? 1 : 0)
        {
          let gap = String(repeating: " ", count: column - last.end)
          stretches[stretches.count - 1].text += gap + String(character)
        } else {
          stretches.append(
            Stretch(row: row, column: column, style: piece.style, filled: filled, text: String(character)))
        }
      }
    }
    return stretches
  }
}

extension Stretch {
  private var x: Int { column * TerminalCell.width }
  private var y: Int { row * TerminalCell.height }
  private var width: Int { text.count * TerminalCell.width }

  /// The rectangle that blocks fill; nil for words.
  var path: String? {
    guard let filled else { return nil }
    let top = y + filled.lowerBound * TerminalCell.height / 8
    return "M\(x) \(top)h\(width)v\(filled.count * TerminalCell.height / 8)h\(-width)z"
  }

  /// As wide as its columns, in whichever font.
  var word: SVGElement {
    SVGElement(
      "text",
      [
        "x": "\(x)", "y": "\(y + TerminalCell.baseline)", "textLength": "\(width)",
        "lengthAdjust": "spacingAndGlyphs",
      ], text: text)
  }
}
