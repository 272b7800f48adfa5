import Workout

/// What some runs come to.
public struct Figures: Hashable, Sendable {
  public let runs: Int
  /// Pauses left out.
  public let moving: Duration
  /// Of those runs whose distance is known, in metres; nil where it is known of none.
  public let metres: Double?
  /// The longest stretch that was run without a walk; zero where there is none.
  public let longestRun: Duration
  /// Time for a distance of those runs whose distance is known.
  public let pace: Pace?

  public init(of runs: some Collection<CompletedRun>) {
    self.runs = runs.count
    moving = runs.map(\.moving).reduce(.zero, +)
    let distances = runs.compactMap(\.metres)
    metres = distances.isEmpty ? nil : distances.reduce(0, +)
    longestRun = runs.flatMap(\.segments).filter { $0.kind == .run }.map(\.moving).max() ?? .zero
    pace = Pace(runs.map { ($0.moving, $0.metres) })
  }
}

/// How long a kilometre takes.
public struct Pace: Hashable, Sendable {
  public let perKilometre: Duration

  public init(perKilometre: Duration) { self.perKilometre = perKilometre }

  /// The pace over those parts whose distance is known; nil where they come to less than 20 m, which says nothing.
  public init?(_ parts: some Sequence<(moving: Duration, metres: Double?)>) {
    var moving = Duration.zero
    var metres = 0.0
    for case (let partMoving, let partMetres?) in parts {
      moving += partMoving
      metres += partMetres
    }
    guard metres >= 20 else { return nil }
    perKilometre = moving * (1_000 / metres)
  }
}

/// The pace in the half minute that ended when so much of a run was over.
public struct PaceReading: Hashable, Sendable {
  /// Pauses left out.
  public let at: Duration
  public let pace: Pace

  public init(at: Duration, _ pace: Pace) {
    self.at = at
    self.pace = pace
  }
}

extension Segment {
  public var pace: Pace? { Pace([(moving, metres)]) }
}

extension CompletedRun {
  public var pace: Pace? { Pace([(moving, metres)]) }

  /// The pace of all its intervals of that kind.
  public func pace(of kind: Interval.Kind) -> Pace? {
    Pace(segments.filter { $0.kind == kind }.map { ($0.moving, $0.metres) })
  }
}
