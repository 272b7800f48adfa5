import Cue

/// One moment, read from both clocks.
public struct Now: Equatable, Sendable {
  public var boot: BootTime
  public var wall: WallTime

  public init(boot: BootTime, wall: WallTime) {
    self.boot = boot
    self.wall = wall
  }
}

/// A moment in the future, by the clock on which it was named: only wall times move when somebody sets the clock.
enum Deadline: Hashable, Sendable {
  case boot(BootTime)
  case wall(WallTime)

  func isReached(at now: Now) -> Bool {
    switch self {
    case .boot(let time): time <= now.boot
    case .wall(let time): time <= now.wall
    }
  }
}

/// When the queue wants to be told the time next, by each clock.
public struct Wakeup: Equatable, Sendable {
  public var boot: BootTime?
  public var wall: WallTime?

  public static let never = Wakeup()

  mutating func include(_ deadline: Deadline) {
    switch deadline {
    case .boot(let time): boot = boot.map { min($0, time) } ?? time
    case .wall(let time): wall = wall.map { min($0, time) } ?? time
    }
  }
}
