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
  private func lines(in layout: RunLayout) -> [StyledLine] {
    ([[header(layout)]] + clock(layout) + [bar(layout), [footer]]).spread(over: size.rows)
  }

  private func header(_ layout: RunLayout) -> StyledLine {
    if let notice = scene.notice { return look.notice(notice, columns: size.columns) }
    let title = StyledLine(scene.workout.id.title, .bold)
    let right = StyledLine(layout.hasNextRow ? count : scene.next)
    return StyledLine.spread(title, right, over: size.columns) ?? right
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
    if scene.isAsking { return endQuestion }
    return keys.map { StyledLine($0, .dim) }.first { $0.width <= size.columns } ?? StyledLine()
  }

  /// What keys do, from the longest way to say it to the shortest.
  private var keys: [String] {
    guard scene.position != nil, scene.hasKeys else { return ["Ctrl-C: quit"] }
    let pause = scene.isPaused ? "resume" : "pause"
    let (long, short) = (["space: \(pause)", "q: end"], ["space \(pause)", "q end"])
    return [
      (long + scene.cues.keys.long).joined(separator: "   "), (short + scene.cues.keys.short).joined(separator: "  "),
      short.joined(separator: "  "),
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
