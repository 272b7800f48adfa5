import TerminalScreen
import Workout

/// A run as a picture for a terminal: a value in, a value out.
struct RunView {
  let scene: RunScene
  let size: Picture.Size
  let look: Look

  var picture: Picture { Picture(size: size, lines: lines) }

  /// From above. Where there is room for but a few columns, they may be wider.
  var lines: [StyledLine] { RunLayout.largest(in: size, look.glyphs).map(lines(in:)) ?? fewLines }
}

// MARK: - Parts

extension RunView {
  /// The parts one below the other, from the first row to the last, with what is free between them.
  private func lines(in layout: RunLayout) -> [StyledLine] {
    let parts = [[header(layout)]] + clock(layout) + [bar(layout), [footer]]
    let free = max(0, size.rows - parts.map(\.count).reduce(0, +))
    let (rows, more) = free.quotientAndRemainder(dividingBy: parts.count - 1)
    return parts.enumerated().flatMap { index, part in
      index == 0 ? part : Array(repeating: StyledLine(), count: rows + (index <= more ? 1 : 0)) + part
    }
  }

  private func header(_ layout: RunLayout) -> StyledLine {
    if let notice { return notice }
    let title = StyledLine(scene.workout.id.title, .bold)
    let right = StyledLine(layout.hasNextRow ? count : scene.next)
    return StyledLine.spread(title, right, over: size.columns) ?? right
  }

  /// Cut where there is too little room; the whole of it comes after the run.
  private var notice: StyledLine? {
    guard let text = scene.notice else { return nil }
    let line = StyledLine(text, .reversed)
    guard line.width > size.columns else { return line }
    let end = look.glyphs == .blocks ? "…" : "..."
    var cut = line.cut(to: size.columns - end.count)
    cut.append(end, .reversed)
    return cut
  }

  private var count: String {
    scene.position.map { "interval \($0.index + 1) of \(scene.workout.intervals.count)" } ?? ""
  }

  private func clock(_ layout: RunLayout) -> [[StyledLine]] {
    guard layout.countdown > 0 else { return [[status.centred(in: size.columns)]] }
    let next = layout.hasNextRow ? [StyledLine(scene.next).centred(in: size.columns)] : []
    return [large(scene.name, layout.name), large(scene.countdown, layout.countdown) + next]
  }

  private func large(_ text: String, _ scale: Int) -> [StyledLine] {
    guard scale > 0 else { return [StyledLine(text, style).centred(in: size.columns)] }
    return BigText(text, scale: scale).rows(look.glyphs).map { StyledLine($0, style).centred(in: size.columns) }
  }

  /// That of the interval; without its colour while it is paused.
  private var style: Style {
    guard let kind = scene.position?.interval.kind, !scene.isPaused else { return .bold }
    return look.style(of: kind, isBold: true)
  }

  private func bar(_ layout: RunLayout) -> [StyledLine] { intervalBar(height: layout.bar).lines + [times] }

  private func intervalBar(height: Int) -> IntervalBar {
    IntervalBar(workout: scene.workout, elapsed: scene.elapsed, width: size.columns, height: height, look: look)
  }

  private var times: StyledLine {
    let (elapsed, remaining) = (scene.elapsed.clock, scene.remaining.roundedUp.clock)
    let long = StyledLine.spread(
      StyledLine("\(elapsed) elapsed"), StyledLine("\(remaining) left"), over: size.columns)
    return long ?? StyledLine("\(elapsed) / \(scene.workout.total.clock)")
  }
}

// MARK: - Keys

extension RunView {
  private var footer: StyledLine {
    if scene.isAsking { return StyledLine("End this run? y/n", .reversed) }
    return keys.map { StyledLine($0, .dim) }.first { $0.width <= size.columns } ?? StyledLine()
  }

  /// What keys do, from the longest way to say it to the shortest.
  private var keys: [String] {
    guard scene.position != nil, scene.hasKeys else { return ["Ctrl-C: quit"] }
    let pause = scene.isPaused ? "resume" : "pause"
    let mute = scene.cues.chimes.map { $0 ? "mute" : "unmute" }
    let volume = scene.cues.volume.map { "\($0) %" }
    let long = ["space: \(pause)", "q: end", mute.map { "c: \($0) chimes" }, volume.map { "+/-: volume \($0)" }]
    let short = ["space \(pause)", "q end", mute.map { "c \($0)" }, volume.map { "+/- \($0)" }]
    return [
      long.compactMap(\.self).joined(separator: "   "), short.compactMap(\.self).joined(separator: "  "),
      short.prefix(2).compactMap(\.self).joined(separator: "  "),
    ]
  }
}

// MARK: - Little room

extension RunView {
  /// The name and the countdown in one row.
  private var status: StyledLine { StyledLine("\(scene.name)  \(scene.countdown)", style) }

  /// As many as fit of what counts most, in the order in which they stand.
  private var fewLines: [StyledLine] {
    guard size.rows > 1 else { return [scene.isAsking ? footer : status] }
    let bar = size.rows > 2 ? intervalBar(height: 1).bars : []
    let times = size.rows > 3 ? [times] : []
    return [status] + bar + times + [footer]
  }
}
