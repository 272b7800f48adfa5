/// A stretch of a workout in which the runner does one thing.
public struct Interval: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case warmup, run, walk, cooldown
  }

  public let kind: Kind
  /// Whole seconds, one at least.
  public let duration: Duration

  /// - Parameter duration: Whole seconds, one at least; anything else is a programmer's error and stops the program.
  public init(_ kind: Kind, _ duration: Duration) {
    precondition(duration >= .seconds(1), "an interval lasts one second at least")
    precondition(duration.components.attoseconds == 0, "an interval lasts whole seconds")
    self.kind = kind
    self.duration = duration
  }

  public static func run(_ duration: Duration) -> Self { Self(.run, duration) }
  public static func walk(_ duration: Duration) -> Self { Self(.walk, duration) }
}

extension Duration {
  package static func minutes(_ minutes: Int) -> Self { .seconds(60 * minutes) }
}
