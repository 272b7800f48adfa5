import Cue
import MediaPlayer

/// Decides how long a run keeps the machine awake: while it goes on, and for the first minutes of a pause, in which the
/// runner ties a shoe. A pause that lasts longer may last all night.
///
/// A value without a clock: the run and the time go in.
struct Wakefulness {
  static let longestPause: Duration = .seconds(300)

  private enum Run {
    case running
    case paused(since: BootTime)
    case over
  }

  private var run = Run.over

  /// Takes note of how the run, or its drills, stand at that moment.
  mutating func take(_ status: MediaPlayer.Status, at moment: BootTime) {
    switch (status, run) {
    case (.playing, _): run = .running
    case (.paused, .paused): break
    case (.paused, _): run = .paused(since: moment)
    case (.stopped, _): run = .over
    }
  }

  /// Whether the machine is to stay awake at that moment, if nothing happens until then.
  func isNeeded(at moment: BootTime) -> Bool {
    switch run {
    case .running: true
    case .paused(let start): moment - start < Self.longestPause
    case .over: false
    }
  }

  /// When it may sleep if nothing happens; nil where that is not known, or always so.
  var end: BootTime? {
    if case .paused(let start) = run { start + Self.longestPause } else { nil }
  }
}
