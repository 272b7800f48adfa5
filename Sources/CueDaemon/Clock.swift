import Cue
import CueQueue
import EventLoop

extension Now {
  /// What both clocks say now.
  static var present: Now {
    Now(
      boot: BootTime(.microseconds(Timer.Clock.boot.now)),
      wall: WallTime(microseconds: Timer.Clock.wall.now))
  }
}

/// Wakes the queue when it wants to be told the time, and never else.
@EventLoop
final class QueueAlarm {
  private let boot: Timer
  private let wall: Timer

  init(handler: @escaping @EventLoop () -> Void) {
    boot = Timer(.boot, handler: handler)
    wall = Timer(.wall, handler: handler)
  }

  func set(_ wakeup: Wakeup) {
    if let time = wakeup.boot { boot.arm(at: time.sinceBoot.microseconds) } else { boot.disarm() }
    if let time = wakeup.wall { wall.arm(at: time.microseconds) } else { wall.disarm() }
  }
}
