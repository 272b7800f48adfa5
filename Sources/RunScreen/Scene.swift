import TerminalScreen

/// All that a runner is shown at one moment, as a value that can be drawn.
public protocol Scene {
  /// Whether the runner has a keyboard; signals come without one.
  var hasKeys: Bool { get set }
  /// Something that the runner should know.
  var notice: String? { get set }

  func picture(_ size: Picture.Size, _ look: Look) -> Picture
}

extension RunScene: Scene {
  public func picture(_ size: Picture.Size, _ look: Look) -> Picture {
    RunView(scene: self, size: size, look: look).picture
  }
}

// MARK: - What scenes have in common

extension Look {
  /// Cut where there is too little room; the whole of it comes after the run.
  func notice(_ text: String, columns: Int) -> StyledLine {
    let line = StyledLine(text, .reversed)
    guard line.width > columns else { return line }
    let end = glyphs == .blocks ? "…" : "..."
    var cut = line.cut(to: columns - end.count)
    cut.append(end, .reversed)
    return cut
  }
}

extension [[StyledLine]] {
  /// These parts one below the other, from the first row to the last, with what is free between them.
  func spread(over rows: Int) -> [StyledLine] {
    let free = Swift.max(0, rows - map(\.count).reduce(0, +))
    let (gap, more) = free.quotientAndRemainder(dividingBy: Swift.max(1, count - 1))
    return enumerated().flatMap { index, part in
      index == 0 ? part : Array<StyledLine>(repeating: StyledLine(), count: gap + (index <= more ? 1 : 0)) + part
    }
  }
}

/// How the runner is asked whether the run is to end.
let endQuestion = StyledLine("End this run? y/n", .reversed)
