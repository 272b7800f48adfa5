import CLinux
import Glibc

/// Calls back when somebody sets the wall clock, and never else. The kernel tells through a timer that never ends
/// (`TFD_TIMER_CANCEL_ON_SET`).
@EventLoop
public final class ClockWatch {
  private let descriptor: Int32
  private var watch: FileWatch?
  private let handler: @EventLoop () -> Void

  public init(handler: @escaping @EventLoop () -> Void) {
    self.handler = handler
    descriptor = linux_clock_watch()
    // Only where this process may open no more files: then the clock's changes are not told.
    guard descriptor >= 0 else { return }
    watch = FileWatch(descriptor, .readable) { [weak self] _ in self?.clockWasSet() }
  }

  public func cancel() {
    guard watch != nil else { return }
    watch?.cancel()
    watch = nil
    close(descriptor)
  }

  isolated deinit { cancel() }

  private func clockWasSet() {
    // Reading fails with ECANCELED, once for each change, and the timer goes on.
    var count: UInt64 = 0
    guard read(descriptor, &count, MemoryLayout.size(ofValue: count)) < 0, errno == ECANCELED else { return }
    handler()
  }
}
