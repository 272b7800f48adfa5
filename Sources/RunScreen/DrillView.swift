import TerminalScreen
import Workout

/// The drills before a workout as lines for a terminal: a value in, a value out.
struct DrillView {
  private static let widestCountdown = 8

  let scene: DrillScene
  let size: Picture.Size
  let look: Look

  /// From above. The countdown is as large as there is room for; at best with free rows between the parts.
  var lines: [StyledLine] { largest(gap: 1) ?? largest(gap: 0) ?? fewLines }

  private func largest(gap: Int) -> [StyledLine]? {
    for scale in (1...Self.widestCountdown).reversed() where look.glyphs == .blocks || scale.isMultiple(of: 2) {
      let countdown = BigText(scene.countdown, scale: scale)
      let parts = [[header], title, large(countdown) + [centred(scene.next)], [footer]]
      let free = size.rows - parts.map(\.count).reduce(0, +)
      if countdown.width <= size.columns, free >= gap * (parts.count - 1) { return parts.spread(over: size.rows) }
    }
    return nil
  }

  private var header: StyledLine {
    if let notice = scene.notice { return look.notice(notice, columns: size.columns) }
    let right = StyledLine(scene.place)
    return StyledLine.spread(StyledLine("Warmup drills", .bold), right, over: size.columns) ?? right
  }

  /// The drill and how it is done.
  private var title: [StyledLine] {
    let words = scene.instruction.split(separator: " ").map(String.init)
    return [centred(scene.name, style)] + words.wrapped(to: size.columns).map { centred($0) }
  }

  private func large(_ text: BigText) -> [StyledLine] { text.rows(look.glyphs).map { centred($0, style) } }

  private var style: Style { scene.isPaused ? .bold : look.style(of: .warmup, isBold: true) }

  private func centred(_ text: String, _ style: Style = .plain) -> StyledLine {
    StyledLine(text, style).centred(in: size.columns)
  }
}

// MARK: - Keys

extension DrillView {
  private var footer: StyledLine {
    if scene.isAsking { return endQuestion }
    return keys.map { StyledLine($0, .dim) }.first { $0.width <= size.columns } ?? StyledLine()
  }

  /// What keys do, from the longest way to say it to the shortest.
  private var keys: [String] {
    guard scene.hasKeys else { return ["Ctrl-C: quit"] }
    let pause = scene.isPaused ? "resume" : "pause"
    let (long, short) = (["space: \(pause)", "n: next drill", "q: end"], ["space \(pause)", "n next", "q end"])
    return [
      (long + scene.cues.keys.long).joined(separator: "   "), (short + scene.cues.keys.short).joined(separator: "  "),
      short.joined(separator: "  "),
    ]
  }
}

// MARK: - Little room

extension DrillView {
  /// As many as fit of what counts most, in the order in which they stand.
  private var fewLines: [StyledLine] {
    let status = StyledLine("\(scene.name)  \(scene.countdown)", style)
    guard size.rows > 1 else { return [scene.isAsking ? footer : status] }
    let room = max(0, size.rows - 2)
    return [status] + title.dropFirst().prefix(room) + [footer]
  }
}
