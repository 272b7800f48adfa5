import CommandLineTool
import Workout
import WorkoutEngine

/// What the terminal shows of a run, in one line.
struct LiveLine: Equatable {
  var state: Engine.State
  /// How long the whole workout lasts.
  var total: Duration
  /// Whether the runner was asked if the run is to end.
  var isAsking = false
  /// Whether the runner has a keyboard; signals come without one.
  var hasKeys = true

  /// The line for a terminal that wide.
  ///
  /// It leaves the last column free, since a line that fills it makes some terminals begin another. Where there is too
  /// little room, the less important parts are left out.
  func text(width: Int) -> String {
    let room = max(0, width - 1)
    return layouts.lazy.compactMap { $0.line(room: room) }.first ?? String(countdown.prefix(room))
  }
}

// MARK: - Layouts

extension LiveLine {
  /// From the widest to the narrowest.
  private var layouts: [Layout] {
    if isAsking {
      return [
        Layout([Self.question, name, countdown], bar: fraction, [progress]),
        Layout([Self.question, name, countdown]),
        Layout([Self.question]),
      ]
    }
    return [
      Layout([name, countdown, next], bar: fraction, [progress, keys]),
      Layout([name, countdown], bar: fraction, [progress, keys]),
      Layout([name, countdown], bar: fraction, [progress]),
      Layout([name, countdown, progress]),
      Layout([name, countdown]),
    ]
  }

  private struct Layout {
    private static let gap = "  "
    private static let narrowestBar = 6

    private let left: [String]
    private let fraction: Double?
    private let right: [String]

    init(_ left: [String], bar fraction: Double? = nil, _ right: [String] = []) {
      (self.left, self.fraction, self.right) = (left, fraction, right)
    }

    /// Nil where it needs more room.
    func line(room: Int) -> String? {
      let texts = left + right
      let taken = texts.map(\.count).reduce(0, +) + Self.gap.count * (texts.count - 1)
      guard let fraction else { return taken <= room ? texts.joined(separator: Self.gap) : nil }
      let width = room - taken - Self.gap.count
      guard width >= Self.narrowestBar else { return nil }
      return (left + [ProgressBar.text(fraction, width: width)] + right).joined(separator: Self.gap)
    }
  }
}

// MARK: - Parts

extension LiveLine {
  private static let question = "End this run? y/n"

  private var position: Engine.Position? {
    switch state {
    case .running(let position), .paused(let position): position
    case .complete: nil
    }
  }

  private var isPaused: Bool { if case .paused = state { true } else { false } }

  private var name: String {
    guard let position else { return "Done".padded(to: Interval.Kind.titleWidth) }
    let title = position.interval.kind.title
    return isPaused ? title + ", paused" : title.padded(to: Interval.Kind.titleWidth)
  }

  /// How long the interval still lasts.
  private var countdown: String { (position?.remaining ?? .zero).roundedUp.clock }

  /// What comes then, as wide for each interval, so that the bar stays where it is.
  private var next: String {
    let text = position?.next.map { "then \($0.kind.title.lowercased()) \($0.duration.clock)" } ?? ""
    return text.padded(to: "then cool down 00:00".count)
  }

  private var elapsed: Duration { position?.elapsed ?? total }
  private var fraction: Double { elapsed / total }
  private var progress: String { "\(elapsed.clock) / \(total.clock)" }

  private var keys: String {
    let text =
      position == nil || !hasKeys ? "Ctrl-C: quit" : isPaused ? "space: resume  q: end" : "space: pause  q: end"
    return text.padded(to: "space: resume  q: end".count)
  }
}
