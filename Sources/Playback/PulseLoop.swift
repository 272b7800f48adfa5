import CPulseAudio
import EventLoop

/// PulseAudio's main loop interface, served by the event loop: libpulse's sockets, timers and deferred calls become
/// sources of it, so that libpulse lives on the same thread as everything else.
enum PulseLoop {
  /// The interface's table; it lives as long as the process, and so may be given to any context.
  @EventLoop static let api: UnsafeMutablePointer<pa_mainloop_api> = {
    let api = UnsafeMutablePointer<pa_mainloop_api>.allocate(capacity: 1)
    api.initialize(
      to: pa_mainloop_api(
        userdata: nil,
        io_new: { EventLoop.assumeIsolated(passing: ($0, $1, $2, $3, $4)) { hold(FileEvent($0, $1, $2, $3, $4)) } },
        io_enable: { EventLoop.assumeIsolated(passing: ($0, $1)) { FileEvent.at($0).enable($1) } },
        io_free: { EventLoop.assumeIsolated(passing: $0) { free(FileEvent.at($0)) } },
        io_set_destroy: { EventLoop.assumeIsolated(passing: ($0, $1)) { FileEvent.at($0).destroyed = $1 } },
        time_new: { EventLoop.assumeIsolated(passing: ($0, $1, $2, $3)) { hold(TimeEvent($0, $1, $2, $3)) } },
        time_restart: { EventLoop.assumeIsolated(passing: ($0, $1)) { TimeEvent.at($0).restart($1) } },
        time_free: { EventLoop.assumeIsolated(passing: $0) { free(TimeEvent.at($0)) } },
        time_set_destroy: { EventLoop.assumeIsolated(passing: ($0, $1)) { TimeEvent.at($0).destroyed = $1 } },
        defer_new: { EventLoop.assumeIsolated(passing: ($0, $1, $2)) { hold(DeferEvent($0, $1, $2)) } },
        defer_enable: { EventLoop.assumeIsolated(passing: ($0, $1)) { DeferEvent.at($0).enable($1 != 0) } },
        defer_free: { EventLoop.assumeIsolated(passing: $0) { free(DeferEvent.at($0)) } },
        defer_set_destroy: { EventLoop.assumeIsolated(passing: ($0, $1)) { DeferEvent.at($0).destroyed = $1 } },
        quit: { _, _ in }))
    return api
  }()

  /// Keeps an event for libpulse, which knows it by its pointer, until it frees it.
  @EventLoop private static func hold(_ event: some LibpulseEvent) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(event).toOpaque())
  }

  @EventLoop private static func free(_ event: some LibpulseEvent) {
    event.stop()
    Unmanaged.passUnretained(event).release()
  }
}

@EventLoop
private protocol LibpulseEvent: AnyObject {
  /// Stops it, and tells who asked to hear of that.
  func stop()
}

private typealias Api = UnsafeMutablePointer<pa_mainloop_api>

extension LibpulseEvent {
  /// The pointer by which libpulse knows this event.
  fileprivate var handle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  fileprivate static func at(_ handle: OpaquePointer?) -> Self {
    Unmanaged<Self>.fromOpaque(UnsafeRawPointer(handle!)).takeUnretainedValue()
  }
}

@EventLoop
private final class FileEvent: LibpulseEvent {
  var destroyed: pa_io_event_destroy_cb_t?
  private let api: Api?
  private let userdata: UnsafeMutableRawPointer?
  private var watch: FileWatch?

  init(
    _ api: Api?, _ descriptor: Int32, _ events: pa_io_event_flags_t, _ callback: pa_io_event_cb_t?,
    _ userdata: UnsafeMutableRawPointer?
  ) {
    self.api = api
    self.userdata = userdata
    watch = FileWatch(descriptor, .init(events)) { [unowned self] seen in
      callback?(api, handle, descriptor, seen.flags, userdata)
    }
  }

  func enable(_ events: pa_io_event_flags_t) { watch?.interest = .init(events) }

  func stop() {
    watch?.cancel()
    destroyed?(api, handle, userdata)
  }
}

@EventLoop
private final class TimeEvent: LibpulseEvent {
  var destroyed: pa_time_event_destroy_cb_t?
  private let api: Api?
  private let userdata: UnsafeMutableRawPointer?
  private var timer: Timer?
  private var due = timeval()

  init(
    _ api: Api?, _ time: UnsafePointer<timeval>?, _ callback: pa_time_event_cb_t?,
    _ userdata: UnsafeMutableRawPointer?
  ) {
    self.api = api
    self.userdata = userdata
    // libpulse counts in wall clock time on every main loop but its own.
    timer = Timer(.wall) { [unowned self] in
      withUnsafePointer(to: due) { callback?(api, handle, $0, userdata) }
    }
    restart(time)
  }

  func restart(_ time: UnsafePointer<timeval>?) {
    guard let time else {
      timer?.disarm()
      return
    }
    due = time.pointee
    timer?.arm(at: Int64(due.tv_sec) * 1_000_000 + Int64(due.tv_usec))
  }

  func stop() {
    timer?.cancel()
    destroyed?(api, handle, userdata)
  }
}

@EventLoop
private final class DeferEvent: LibpulseEvent {
  var destroyed: pa_defer_event_destroy_cb_t?
  private let api: Api?
  private let userdata: UnsafeMutableRawPointer?
  private var calls: Repeating?

  init(_ api: Api?, _ callback: pa_defer_event_cb_t?, _ userdata: UnsafeMutableRawPointer?) {
    self.api = api
    self.userdata = userdata
    calls = Repeating { [unowned self] in callback?(api, handle, userdata) }
  }

  func enable(_ on: Bool) { calls?.isOn = on }

  func stop() {
    calls?.cancel()
    destroyed?(api, handle, userdata)
  }
}

extension FileWatch.Interest {
  fileprivate init(_ events: pa_io_event_flags_t) {
    self = []
    if events.rawValue & PA_IO_EVENT_INPUT.rawValue != 0 { insert(.readable) }
    if events.rawValue & PA_IO_EVENT_OUTPUT.rawValue != 0 { insert(.writable) }
  }

  fileprivate var flags: pa_io_event_flags_t {
    var flags: UInt32 = 0
    if contains(.readable) { flags |= PA_IO_EVENT_INPUT.rawValue }
    if contains(.writable) { flags |= PA_IO_EVENT_OUTPUT.rawValue }
    if !isDisjoint(with: .hangup) { flags |= PA_IO_EVENT_HANGUP.rawValue }
    if contains(.error) { flags |= PA_IO_EVENT_ERROR.rawValue }
    return pa_io_event_flags_t(rawValue: flags)
  }
}
