import CPulseAudio
import Ducking
import EventLoop

/// One connection to the sound server, from the attempt to its end. Never starts a server.
@EventLoop
final class PulseConnection {
  enum Change: Sendable {
    case ready
    case ended(PlaybackError)
    /// A module came or went, or the server's defaults changed; or a sink came or went, where sinks are watched.
    case serverChanged
    /// A stream came or changed; only while streams are watched.
    case sinkInputChanged(UInt32)
    case sinkInputGone(UInt32)
  }

  let context: OpaquePointer
  /// Whether it is told that sinks come and go.
  var watchesSinks = false {
    didSet { if watchesSinks != oldValue { watch(streams: watchesStreams) } }
  }
  private var watchesStreams = false
  private let handler: @EventLoop (Change) -> Void
  private var hasEnded = false

  init(handler: @escaping @EventLoop (Change) -> Void) {
    self.handler = handler
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "cued")
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "audio-volume-high")
    context = pa_context_new_with_proplist(PulseLoop.api, "cued", properties)
    let me = Unmanaged.passUnretained(self).toOpaque()
    pa_context_set_state_callback(
      context, { _, me in EventLoop.assumeIsolated(passing: me) { PulseConnection.at($0).stateChanged() } }, me)
    pa_context_set_subscribe_callback(
      context,
      { _, event, index, me in
        EventLoop.assumeIsolated(passing: me) { PulseConnection.at($0).happened(event.rawValue, to: index) }
      }, me)
  }

  func connect() {
    if pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 { end() }
  }

  /// Ends it without a word. Its handler is not called any more.
  func close() {
    hasEnded = true
    pa_context_set_state_callback(context, nil, nil)
    pa_context_set_subscribe_callback(context, nil, nil)
    pa_context_disconnect(context)
  }

  isolated deinit {
    if !hasEnded { close() }
    pa_context_unref(context)
  }

  private static func at(_ me: UnsafeMutableRawPointer?) -> PulseConnection {
    Unmanaged.fromOpaque(me!).takeUnretainedValue()
  }

  private func stateChanged() {
    switch pa_context_get_state(context) {
    case PA_CONTEXT_READY: handler(.ready)
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: end()
    default: break
    }
  }

  private func happened(_ event: UInt32, to index: UInt32) {
    let kind = event & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
    switch event & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue {
    case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue:
      handler(kind == PA_SUBSCRIPTION_EVENT_REMOVE.rawValue ? .sinkInputGone(index) : .sinkInputChanged(index))
    case PA_SUBSCRIPTION_EVENT_SINK.rawValue where kind == PA_SUBSCRIPTION_EVENT_CHANGE.rawValue: break
    default: handler(.serverChanged)
    }
  }

  private func end() {
    guard !hasEnded else { return }
    let error = PlaybackError("reach the sound server", code: pa_context_errno(context))
    close()
    handler(.ended(error))
  }
}

// MARK: - Requests

extension PulseConnection {
  /// Asks what the choice of ducking depends on.
  func facts(_ handler: @escaping @EventLoop (ServerFacts) -> Void) {
    serverName { [self] name in
      modules { [self] modules in
        sinks { sinks in
          handler(
            ServerFacts(
              name: name, modules: modules, sinks: sinks.map(\.name),
              hasFlatVolumes: sinks.contains { $0.isFlat }))
        }
      }
    }
  }

  /// - Parameter streams: tell what happens to streams, too.
  func watch(streams: Bool) {
    watchesStreams = streams
    var events = PA_SUBSCRIPTION_MASK_MODULE.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue
    if streams { events |= PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue }
    if watchesSinks { events |= PA_SUBSCRIPTION_MASK_SINK.rawValue }
    PulseRequest.start { pa_context_subscribe(context, pa_subscription_mask(rawValue: events), nil, nil) }
  }

  /// - Parameter handler: gets the module's index, or nil where the server refuses.
  func loadModule(_ name: String, _ arguments: String, _ handler: @escaping @EventLoop (UInt32?) -> Void) {
    PulseRequest.start(handler) { answer in
      pa_context_load_module(
        context, name, arguments,
        { _, index, answer in
          PulseRequest<UInt32?>.answer(answer, index == UInt32.max ? nil : index)
        }, answer)
    }
  }

  func unloadModule(_ index: UInt32, _ handler: @escaping @EventLoop (Bool) -> Void) {
    PulseRequest.start(handler) { answer in
      pa_context_unload_module(
        context, index, { _, success, answer in PulseRequest<Bool>.answer(answer, success != 0) }, answer)
    }
  }

  /// How loud our stream and its sink are set.
  func levels(
    ofStream stream: UInt32, onSink sink: UInt32, _ handler: @escaping @EventLoop (OutputLevels) -> Void
  ) {
    level(ofStream: stream) { [self] mine in
      level(ofSink: sink) { output in
        handler(OutputLevels(stream: mine.first, sink: output.first, streamIndex: stream))
      }
    }
  }

  private func serverName(_ handler: @escaping @EventLoop (String) -> Void) {
    PulseRequest.start(handler) { answer in
      pa_context_get_server_info(
        context,
        { _, info, answer in
          PulseRequest<String>.answer(answer, info?.pointee.server_name.map { String(cString: $0) } ?? "unknown")
        }, answer)
    }
  }

  private func modules(_ handler: @escaping @EventLoop ([ServerFacts.Module]) -> Void) {
    PulseRequest.startList(handler) { answer in
      pa_context_get_module_info_list(
        context,
        { _, info, end, answer in
          PulseRequest<[ServerFacts.Module]>.answer(answer, end: end, info.map { ServerFacts.Module($0.pointee) })
        }, answer)
    }
  }

  private func sinks(_ handler: @escaping @EventLoop ([(name: String, isFlat: Bool)]) -> Void) {
    PulseRequest.startList(handler) { answer in
      pa_context_get_sink_info_list(
        context,
        { _, info, end, answer in
          PulseRequest<[(name: String, isFlat: Bool)]>.answer(
            answer, end: end,
            info.map {
              (String(cString: $0.pointee.name), $0.pointee.flags.rawValue & PA_SINK_FLAT_VOLUME.rawValue != 0)
            })
        }, answer)
    }
  }

  private func level(ofStream index: UInt32, _ handler: @escaping @EventLoop ([VolumeLevel]) -> Void) {
    PulseRequest.startList(handler) { answer in
      pa_context_get_sink_input_info(
        context, index,
        { _, info, end, answer in
          // Of a stream that has no output yet, PipeWire tells a volume of zero.
          let info = info.flatMap { $0.pointee.sink == UInt32.max ? nil : $0 }
          PulseRequest<[VolumeLevel]>.answer(
            answer, end: end, info.map { VolumeLevel(muted: $0.pointee.mute != 0, $0.pointee.volume) })
        }, answer)
    }
  }

  private func level(ofSink index: UInt32, _ handler: @escaping @EventLoop ([VolumeLevel]) -> Void) {
    PulseRequest.startList(handler) { answer in
      pa_context_get_sink_info_by_index(
        context, index,
        { _, info, end, answer in
          PulseRequest<[VolumeLevel]>.answer(
            answer, end: end, info.map { VolumeLevel(muted: $0.pointee.mute != 0, $0.pointee.volume) })
        }, answer)
    }
  }
}

extension ServerFacts.Module {
  fileprivate init(_ info: pa_module_info) {
    self.init(
      index: info.index, name: String(cString: info.name),
      arguments: info.argument.map { String(cString: $0) } ?? "")
  }
}
