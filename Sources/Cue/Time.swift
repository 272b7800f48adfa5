/// A moment by the wall clock: microseconds since 1970 began, UTC. It jumps when somebody sets the clock.
public struct WallTime: Hashable, Comparable, Sendable {
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  public static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }

  public static func + (time: Self, duration: Duration) -> Self {
    Self(microseconds: time.microseconds + duration.microseconds)
  }

  public static func - (time: Self, duration: Duration) -> Self {
    Self(microseconds: time.microseconds - duration.microseconds)
  }
  public static func - (a: Self, b: Self) -> Duration { .microseconds(a.microseconds - b.microseconds) }
}

/// A moment by the boot clock (`CLOCK_BOOTTIME`): it counts suspend and nobody can set it.
public struct BootTime: Hashable, Comparable, Sendable {
  /// Since the machine was started.
  public var sinceBoot: Duration

  public init(_ sinceBoot: Duration) { self.sinceBoot = sinceBoot }

  public static func < (a: Self, b: Self) -> Bool { a.sinceBoot < b.sinceBoot }
  public static func + (time: Self, duration: Duration) -> Self { Self(time.sinceBoot + duration) }
  public static func - (time: Self, duration: Duration) -> Self { Self(time.sinceBoot - duration) }
  public static func - (a: Self, b: Self) -> Duration { a.sinceBoot - b.sinceBoot }
}

extension Duration {
  /// Whole microseconds, rounded towards zero.
  public var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
