/// Lets the event loop go on, and returns after that time of the boot clock.
@EventLoop
public func pause(for duration: Duration) async {
  var timer: Timer?
  await withCheckedContinuation { continuation in
    timer = Timer(.boot) { continuation.resume() }
    timer?.arm(after: duration)
  }
  timer?.cancel()
}
