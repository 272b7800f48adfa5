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
  private lazy var boot = Timer(.boot) { [unowned self] in wentOff() }
  private lazy var wall = Timer(.wall) { [unowned self] in wentOff() }
  private let handler: @EventLoop () -> Void
  /// What the timers are set to; nil: one of them has gone off.
  private var wakeup: Wakeup? = .never

  init(handler: @escaping @EventLoop () -> Void) { self.handler = handler }

  func set(_ wakeup: Wakeup) {
    guard wakeup != self.wakeup else { return }
    self.wakeup = wakeup
    if let time = wakeup.boot { boot.arm(at: time.sinceBoot.microseconds) } else { boot.disarm() }
    if let time = wakeup.wall { wall.arm(at: time.microseconds) } else { wall.disarm() }
  }

  private func wentOff() {
    wakeup = nil
    handler()
  }
}
