import CueText
import TerminalScreen
import Workout
import WorkoutEngine

/// All that a runner is shown of the drills at one moment.
public struct DrillScene: Hashable, Sendable {
  public let position: DrillSequence.Position
  public let isPaused: Bool
  /// Whether the runner was asked if the run is to end.
  public var isAsking = false
  /// How cues sound, as far as it is known.
  public var cues = CueLevel()
  public var hasKeys = true
  public var notice: String?

  /// Nil when they are over.
  public init?(_ state: DrillSequence.State) {
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
  public func picture(_ size: Picture.Size, _ look: Look) -> Picture {
    Picture(size: size, lines: DrillView(scene: self, size: size, look: look).lines)
  }
}
