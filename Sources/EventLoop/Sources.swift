import CLinux
import CSystemd
import Glibc

/// Watches a file descriptor. It stays the caller's, and must stay open until the watch is cancelled.
///
/// Releasing the watch is not enough for that: where the runtime does not know that it is on the loop's thread, as in
/// the loop's own callbacks, it ends an object later. The kernel then goes on to report a descriptor that is closed here
/// and still open in a child.
@EventLoop
public final class FileWatch {
  public struct Interest: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let readable = Interest(rawValue: EPOLLIN.rawValue)
    public static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    /// The other end is gone. Always reported, asked for or not.
    public static let hangup = Interest(rawValue: EPOLLHUP.rawValue | EPOLLRDHUP.rawValue)
    public static let error = Interest(rawValue: EPOLLERR.rawValue)
  }

  private var source: OpaquePointer?
  private let handler: @EventLoop (Interest) -> Void

  /// What to wait for; empty: for nothing but a hang-up.
  public var interest: Interest {
    didSet {
      if interest != oldValue { sd_event_source_set_io_events(source, interest.rawValue) }
    }
  }

  /// - Parameter handler: is called with what has become true, until the watch is cancelled or released.
  public init(_ descriptor: Int32, _ interest: Interest, handler: @escaping @EventLoop (Interest) -> Void) {
    self.interest = interest
    self.handler = handler
    let added = sd_event_add_io(
      EventLoop.handle, &source, descriptor, interest.rawValue,
      { _, _, events, context in
        EventLoop.assumeIsolated {
          let watch = Unmanaged<FileWatch>.fromOpaque(context!).takeUnretainedValue()
          watch.handler(Interest(rawValue: events))
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    precondition(added >= 0, "cannot watch file descriptor \(descriptor): \(String(cString: strerror(-added)))")
  }

  public func cancel() {
    source = sd_event_source_disable_unref(source)
  }

  isolated deinit { cancel() }
}

/// Calls back once at a time by one of the kernel's clocks, as exactly as the kernel can.
@EventLoop
public final class Timer {
  public enum Clock: Sendable {
    /// Counts suspend; nobody can set it (`CLOCK_BOOTTIME`).
    case boot
    /// The wall clock; the timer follows when it is set (`CLOCK_REALTIME`).
    case wall

    var id: clockid_t {
      switch self {
      case .boot: CLOCK_BOOTTIME
      case .wall: CLOCK_REALTIME
      }
    }

    /// The clock's present reading, in microseconds.
    public var now: Int64 {
      var time = timespec()
      clock_gettime(id, &time)
      return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
  }

  private var source: OpaquePointer?
  private let clock: Clock
  private let handler: @EventLoop () -> Void

  public init(_ clock: Clock, handler: @escaping @EventLoop () -> Void) {
    self.clock = clock
    self.handler = handler
    let added = sd_event_add_time(
      EventLoop.handle, &source, clock.id, UInt64.max, 1,
      { _, _, context in
        EventLoop.assumeIsolated {
          Unmanaged<Timer>.fromOpaque(context!).takeUnretainedValue().handler()
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    precondition(added >= 0, "cannot make a timer: \(String(cString: strerror(-added)))")
    disarm()
  }

  /// Sets it to a reading of its clock, in microseconds; one that is past is due at once.
  public func arm(at microseconds: Int64) {
    sd_event_source_set_time(source, UInt64(max(1, microseconds)))
    sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
  }

  public func arm(after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    arm(at: clock.now + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }

  public func disarm() {
    sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
  }

  public func cancel() {
    source = sd_event_source_disable_unref(source)
  }

  isolated deinit { cancel() }
}

/// Calls back in every turn of the loop while it is on, before the loop waits for anything.
@EventLoop
public final class Repeating {
  private var source: OpaquePointer?
  private let handler: @EventLoop () -> Void

  public var isOn = true {
    didSet { sd_event_source_set_enabled(source, Int32(isOn ? SD_EVENT_ON : SD_EVENT_OFF)) }
  }

  public init(handler: @escaping @EventLoop () -> Void) {
    self.handler = handler
    let added = sd_event_add_defer(
      EventLoop.handle, &source,
      { _, context in
        EventLoop.assumeIsolated {
          Unmanaged<Repeating>.fromOpaque(context!).takeUnretainedValue().handler()
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    precondition(added >= 0, "cannot add to the event loop: \(String(cString: strerror(-added)))")
    sd_event_source_set_enabled(source, Int32(SD_EVENT_ON))
  }

  public func cancel() {
    source = sd_event_source_disable_unref(source)
  }

  isolated deinit { cancel() }
}

/// Receives a signal as an event. The signal must be blocked in every thread: see ``block(_:)``.
@EventLoop
public final class SignalWatch {
  private var source: OpaquePointer?
  private let handler: @EventLoop () -> Void

  public init(_ signal: Int32, handler: @escaping @EventLoop () -> Void) {
    self.handler = handler
    let added = sd_event_add_signal(
      EventLoop.handle, &source, signal,
      { _, _, context in
        EventLoop.assumeIsolated {
          Unmanaged<SignalWatch>.fromOpaque(context!).takeUnretainedValue().handler()
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    precondition(added >= 0, "cannot watch signal \(signal): \(String(cString: strerror(-added)))")
  }

  /// Blocks signals for this thread and all that it starts: to be called before the loop runs.
  public nonisolated static func block(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  isolated deinit { sd_event_source_disable_unref(source) }
}
