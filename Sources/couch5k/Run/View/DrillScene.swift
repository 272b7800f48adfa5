import CueText
import TerminalScreen
import Workout
import WorkoutEngine

/// All that a runner is shown of the drills at one moment.
struct DrillScene: Equatable {
  let position: DrillSequence.Position
  let isPaused: Bool
  /// Whether the runner was asked if the run is to end.
  var isAsking = false
  /// How cues sound, as far as it is known.
  var cues = CueControls()
  var hasKeys = true
  var notice: String?

  /// Nil when they are over.
  init?(_ state: DrillSequence.State) {
    switch state {
    case .running(let position): (self.position, isPaused) = (position, false)
    case .paused(let position): (self.position, isPaused) = (position, true)
    case .over: return nil
    }
  }
}

extension DrillScene {
  /// The drill, or that it is paused.
  var name: String {
    let name = English().name(of: position.drill)
    return isPaused ? "\(name), paused" : name
  }

  var instruction: String { English().instruction(for: position.drill) }
  /// How long the drill still lasts, as a clock shows it.
  var countdown: String { position.remaining.roundedUp.clock }
  var next: String { position.next.map { "then \(English().name(of: $0))" } ?? "then the workout" }
  var place: String { "drill \(position.index + 1) of \(position.count)" }
}

extension DrillScene: Scene {
  func picture(_ size: Picture.Size, _ look: Look) -> Picture {
    Picture(size: size, lines: DrillView(scene: self, size: size, look: look).lines)
  }
}

extension Drill {
  /// The drill in a line: how long it takes, its name, and what is heard. `00:45  a-skips  A-skips. …`
  var line: String { "\(duration.clock)  \(rawValue)  \(sentence(in: .english))" }
}
