import Cue
import Workout

/// A workout that was run, to its end or not.
public struct CompletedRun: Hashable, Sendable {
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case completed
    case endedEarly = "ended early"
  }

  public let id: RunID
  public let workout: WorkoutID
  public let start: WallTime
  public let end: WallTime
  /// How much of the workout was done, pauses left out.
  public let moving: Duration
  /// How far, in metres; nil where nobody knows.
  public var metres: Double?
  public let outcome: Outcome
  /// What was done, in order.
  public var segments: [Segment]
  /// When it stood still, in order.
  public let pauses: [Pause]
  /// How fast it was in the half minutes of which that is known, in order.
  public var paces: [PaceReading]

  public init(
    id: RunID, workout: WorkoutID, start: WallTime, end: WallTime, moving: Duration, metres: Double?, outcome: Outcome,
    segments: [Segment], pauses: [Pause] = [], paces: [PaceReading] = []
  ) {
    self.id = id
    self.workout = workout
    self.start = start
    self.end = end
    self.moving = moving
    self.metres = metres
    self.outcome = outcome
    self.segments = segments
    self.pauses = pauses
    self.paces = paces
  }

  public struct Pause: Hashable, Sendable {
    public let start: WallTime
    public let end: WallTime

    public init(start: WallTime, end: WallTime) {
      self.start = start
      self.end = end
    }
  }

  /// Takes over what somebody says of the whole distance. What a track had said of its parts would not agree with that,
  /// and is forgotten.
  ///
  /// - Parameter metres: nil where nobody knows.
  public mutating func setDistance(_ metres: Double?) {
    self.metres = metres
    for index in segments.indices { segments[index].metres = nil }
    paces = []
  }

  /// What is believed of a distance, in metres.
  public static let distances = 0.0...1_000_000.0
}

/// An interval, or as much of it as was done.
public struct Segment: Hashable, Sendable {
  public let kind: Interval.Kind
  public let start: WallTime
  public let end: WallTime
  /// How long it was, pauses left out.
  public let moving: Duration
  /// How far, in metres; nil where nobody knows.
  public var metres: Double?

  public init(_ kind: Interval.Kind, start: WallTime, end: WallTime, moving: Duration, metres: Double? = nil) {
    self.kind = kind
    self.start = start
    self.end = end
    self.moving = moving
    self.metres = metres
  }
}
