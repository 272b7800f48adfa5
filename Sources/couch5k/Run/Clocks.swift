import Cue
import EventLoop

extension BootTime {
  static var now: Self { Self(.microseconds(Timer.Clock.boot.now)) }
}

extension WallTime {
  static var now: Self { Self(microseconds: Timer.Clock.wall.now) }
}
