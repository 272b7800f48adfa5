import CLinux
import EventLoop
import Glibc

/// A process that this one has started, and waits for, so that it leaves no zombie: it may end long after anybody
/// cares. Keeps itself alive until then.
@EventLoop
final class StartedProcess {
  /// As `waitpid` gives it; nil while it runs.
  private(set) var status: Int32?
  private let process: pid_t
  private let descriptor: Int32
  private var watch: FileWatch?

  init(_ process: pid_t) {
    self.process = process
    descriptor = linux_pidfd_open(process)
    // Only where this process may open no more files, and then a zombie is the least of its worries.
    guard descriptor >= 0 else { return }
    watch = FileWatch(descriptor, .readable) { _ in self.ended() }
  }

  private func ended() {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return }
    self.status = status
    watch?.cancel()
    watch = nil
    close(descriptor)
  }
}
