import CPulseAudio
import EventLoop
import Sound

/// Our stream to the sound server. It is kept corked, with a long target length, while nothing sounds: so it costs
/// neither the server nor us a wake-up, and the next sound starts without making a stream.
@EventLoop
final class PulseStream {
  enum Change: Sendable {
    case ready
    /// It plays on another sink now.
    case moved
    /// It cannot be used any more; the connection may still stand.
    case ended(PlaybackError)
  }

  /// How much sound the server should hold before it asks for more, in samples.
  enum Target {
    /// While corked: what a corked stream asks for still rules how often the server wakes.
    case idle
    /// While sounding: so short that the server is quick.
    case sounding

    var frames: Frames {
      switch self {
      case .idle: Frames(.seconds(10))
      case .sounding: Frames(.milliseconds(20))
      }
    }
  }

  private let stream: OpaquePointer
  private let handler: @EventLoop (Change) -> Void
  private var hasEnded = false

  /// - Parameter role: its `media.role`.
  init(on connection: PulseConnection, role: String, handler: @escaping @EventLoop (Change) -> Void) {
    self.handler = handler
    var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: UInt32(PCM.rate), channels: 1)
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role)
    stream = pa_stream_new_with_proplist(connection.context, "cue", &format, nil, properties)
    let me = Unmanaged.passUnretained(self).toOpaque()
    pa_stream_set_state_callback(
      stream, { _, me in EventLoop.assumeIsolated(passing: me) { PulseStream.at($0).stateChanged() } }, me)
    pa_stream_set_moved_callback(
      stream, { _, me in EventLoop.assumeIsolated(passing: me) { PulseStream.at($0).handler(.moved) } }, me)
  }

  /// To be called once. It ends at once where libpulse refuses.
  ///
  /// - Parameter target: what it begins with.
  func open(_ target: Target) {
    var attributes = Self.attributes(target)
    let flags = PA_STREAM_START_CORKED.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
    if pa_stream_connect_playback(stream, nil, &attributes, pa_stream_flags_t(rawValue: flags), nil, nil) < 0 { end() }
  }

  func close() {
    hasEnded = true
    pa_stream_set_state_callback(stream, nil, nil)
    pa_stream_set_moved_callback(stream, nil, nil)
    pa_stream_disconnect(stream)
  }

  isolated deinit {
    if !hasEnded { close() }
    pa_stream_unref(stream)
  }

  private static func at(_ me: UnsafeMutableRawPointer?) -> PulseStream {
    Unmanaged.fromOpaque(me!).takeUnretainedValue()
  }

  private static func attributes(_ target: Target) -> pa_buffer_attr {
    pa_buffer_attr(
      maxlength: .max, tlength: UInt32(target.frames.bytes), prebuf: .max, minreq: .max, fragsize: .max)
  }

  private func stateChanged() {
    switch pa_stream_get_state(stream) {
    case PA_STREAM_READY: handler(.ready)
    case PA_STREAM_FAILED, PA_STREAM_TERMINATED: end()
    default: break
    }
  }

  private func end() {
    guard !hasEnded else { return }
    let error = PlaybackError("play a stream", code: pa_context_errno(pa_stream_get_context(stream)))
    close()
    handler(.ended(error))
  }
}

// MARK: - Sounding

extension PulseStream {
  /// The server's number for it.
  var index: UInt32 { pa_stream_get_index(stream) }
  /// The server's number for the sink that it plays on now.
  var sink: UInt32 { pa_stream_get_device_index(stream) }
  /// The name of the sink that it plays on now.
  var sinkName: String { pa_stream_get_device_name(stream).map { String(cString: $0) } ?? "none" }

  /// Changes its `media.role`, while it may be playing.
  func setRole(_ role: String) {
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role)
    PulseRequest.start { pa_stream_proplist_update(stream, PA_UPDATE_REPLACE, properties, nil, nil) }
  }

  func setTarget(_ target: Target) {
    var attributes = Self.attributes(target)
    PulseRequest.start { pa_stream_set_buffer_attr(stream, &attributes, nil, nil) }
  }

  func setCorked(_ corked: Bool) { PulseRequest.start { pa_stream_cork(stream, corked ? 1 : 0, nil, nil) } }

  /// Forgets what it holds and has not rendered.
  func flush() { PulseRequest.start { pa_stream_flush(stream, nil, nil) } }

  /// Plays what it holds at once, however little that is.
  func trigger() { PulseRequest.start { pa_stream_trigger(stream, nil, nil) } }

  /// Adds samples after all that was written.
  func write(_ samples: some Collection<Int16>) { write(samples, at: 0, PA_SEEK_RELATIVE) }

  /// Writes over what is held already, from a position in bytes of the stream's own count.
  func overwrite(_ samples: some Collection<Int16>, at position: Int64) {
    write(samples, at: position, PA_SEEK_ABSOLUTE)
  }

  /// - Parameter handler: gets true when the server has played all that was written, and false where it does not answer.
  func drain(_ handler: @escaping @EventLoop (Bool) -> Void) {
    let isAsked = PulseRequest.start(handler) { answer in
      pa_stream_drain(stream, { _, success, answer in PulseRequest<Bool>.answer(answer, success != 0) }, answer)
    }
    if !isAsked { EventLoop.enqueue { handler(false) } }
  }

  /// Asks where the server's rendering is.
  ///
  /// - Parameter handler: gets nil where the server does not answer.
  func timing(_ handler: @escaping @EventLoop (Timing?) -> Void) {
    let isAsked = PulseRequest.start({ [self] (success: Bool) in
      handler(success ? pa_stream_get_timing_info(stream).map { Timing($0.pointee) } : nil)
    }) { answer in
      pa_stream_update_timing_info(
        stream, { _, success, answer in PulseRequest<Bool>.answer(answer, success != 0) }, answer)
    }
    if !isAsked { EventLoop.enqueue { handler(nil) } }
  }

  private func write(_ samples: some Collection<Int16>, at offset: Int64, _ mode: pa_seek_mode_t) {
    let samples = ContiguousArray(samples)
    samples.withUnsafeBytes { bytes in
      _ = pa_stream_write(stream, bytes.baseAddress, bytes.count, nil, offset, mode)
    }
  }
}

extension Frames {
  var bytes: Int { count * MemoryLayout<Int16>.size }
}
