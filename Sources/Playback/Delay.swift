import EventLoop

/// Does something later: the last that it was told, and nothing else.
@EventLoop
final class Delay {
  private var timer: Timer?
  private var body: (@EventLoop () -> Void)?

  init() {
    timer = Timer(.boot) { [weak self] in
      let body = self?.body
      self?.body = nil
      body?()
    }
  }

  /// In place of what it was told before; at once, where the time is negative.
  func wait(_ time: Duration, then body: @escaping @EventLoop () -> Void) {
    self.body = body
    timer?.arm(after: max(time, .zero))
  }

  func cancel() {
    timer?.disarm()
    body = nil
  }
}
