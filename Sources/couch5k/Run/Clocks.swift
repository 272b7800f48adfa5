import Cue
import CueQueue
import EventLoop

extension BootTime {
  static var now: Self { Self(.microseconds(Timer.Clock.boot.now)) }
}

extension WallTime {
  static var now: Self { Self(microseconds: Timer.Clock.wall.now) }
}

extension Now {
  /// Both clocks at one moment: where this program was held up between the two readings, they are read again.
  static var present: Now {
    for _ in 0..<10 {
      let before = BootTime.now
      let wall = WallTime.now
      if BootTime.now - before < .microseconds(100) { return Now(boot: before, wall: wall) }
    }
    return Now(boot: .now, wall: .now)
  }
}
