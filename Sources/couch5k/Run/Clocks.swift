import Cue
import EventLoop

extension BootTime {
  static var now: Self { Self(.microseconds(Timer.Clock.boot.now)) }
}

extension WallTime {
  static var now: Self { Self(microseconds: Timer.Clock.wall.now) }
}

/// Lets the event loop go on, and returns after that time.
@EventLoop
func pause(for duration: Duration) async {
  var timer: Timer?
  await withCheckedContinuation { continuation in
    timer = Timer(.boot) { continuation.resume() }
    timer?.arm(after: duration)
  }
  timer?.cancel()
}
