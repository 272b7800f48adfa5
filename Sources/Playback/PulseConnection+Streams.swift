import CPulseAudio
import Ducking
import EventLoop

extension PulseConnection {
  /// All streams that play, or would if they were not corked.
  func sinkInputs(_ handler: @escaping @EventLoop ([SinkInput]) -> Void) {
    let us = pa_context_get_index(context)
    PulseRequest.startList({ (found: [SinkInputOfClient]) in handler(found.map { $0.sinkInput(us: us) }) }) { answer in
      pa_context_get_sink_input_info_list(
        context,
        { _, info, end, answer in
          PulseRequest<[SinkInputOfClient]>.answer(answer, end: end, info.map { SinkInputOfClient($0.pointee) })
        }, answer)
    }
  }

  /// - Parameter handler: gets nil where there is no such stream any more.
  func sinkInput(_ index: UInt32, _ handler: @escaping @EventLoop (SinkInput?) -> Void) {
    let us = pa_context_get_index(context)
    PulseRequest.startList({ (found: [SinkInputOfClient]) in handler(found.first?.sinkInput(us: us)) }) { answer in
      pa_context_get_sink_input_info(
        context, index,
        { _, info, end, answer in
          PulseRequest<[SinkInputOfClient]>.answer(answer, end: end, info.map { SinkInputOfClient($0.pointee) })
        }, answer)
    }
  }

  /// - Parameter handler: gets whether the server did it; a stream that is gone cannot be set.
  func setVolume(
    ofStream index: UInt32, _ volume: StreamVolume, _ handler: @escaping @EventLoop (Bool) -> Void = { _ in }
  ) {
    PulseRequest.start(handler) { answer in
      withUnsafePointer(to: pa_cvolume(volume)) { volume in
        pa_context_set_sink_input_volume(
          context, index, volume, { _, success, answer in PulseRequest<Bool>.answer(answer, success != 0) }, answer)
      }
    }
  }
}

// MARK: - Sinks

extension PulseConnection {
  /// What the server calls whatever sink is its default.
  static let defaultSink = "@DEFAULT_SINK@"

  /// Moves a stream to the sink of that name.
  ///
  /// - Parameter handler: gets whether the server did it.
  func move(_ stream: UInt32, to sink: String, _ handler: @escaping @EventLoop (Bool) -> Void) {
    PulseRequest.start(handler) { answer in
      pa_context_move_sink_input_by_name(
        context, stream, sink, { _, success, answer in PulseRequest<Bool>.answer(answer, success != 0) }, answer)
    }
  }
}

/// What a sound that begins on a sink depends on.
struct SinkState: Sendable {
  /// Whether something plays there.
  let isRunning: Bool
  let isBluetooth: Bool

  init(_ info: pa_sink_info) {
    isRunning = info.state == PA_SINK_RUNNING
    let kinds = ([PA_PROP_DEVICE_BUS, PA_PROP_DEVICE_API] as [String]).compactMap { property in
      pa_proplist_gets(info.proplist, property).map { String(cString: $0) }
    }
    isBluetooth = kinds.contains { $0 == "bluetooth" || $0.hasPrefix("bluez") }
  }
}

extension PulseConnection {
  /// - Parameter handler: gets nil where there is no such sink any more.
  func sinkState(_ index: UInt32, _ handler: @escaping @EventLoop (SinkState?) -> Void) {
    PulseRequest.startList({ (found: [SinkState]) in handler(found.first) }) { answer in
      pa_context_get_sink_info_by_index(
        context, index,
        { _, info, end, answer in
          PulseRequest<[SinkState]>.answer(answer, end: end, info.map { SinkState($0.pointee) })
        }, answer)
    }
  }
}

/// A stream, and the client that it belongs to.
private struct SinkInputOfClient {
  private var stream: SinkInput
  private let client: UInt32

  init(_ info: pa_sink_input_info) {
    client = info.client
    let role = Self.text(info, PA_PROP_MEDIA_ROLE)
    let isFilter = role == "filter" || Self.text(info, "node.link-group")?.hasPrefix("filter-chain") ?? false
    let isPassthrough = info.format.map { $0.pointee.encoding != PA_ENCODING_PCM } ?? false
    stream = SinkInput(
      index: info.index, volume: StreamVolume(info.volume), isMuted: info.mute != 0,
      role: role, memory: Self.text(info, "module-stream-restore.id"),
      channelMap: Self.text(info.channel_map), isFilter: isFilter,
      isReady: info.sink != UInt32.max && info.volume.channels > 0,
      isWritable: info.has_volume != 0 && info.volume_writable != 0 && !isPassthrough)
  }

  func sinkInput(us: UInt32) -> SinkInput {
    var stream = stream
    stream.isOurs = client == us
    return stream
  }

  private static func text(_ map: pa_channel_map) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PA_CHANNEL_MAP_SNPRINT_MAX)) { text in
      withUnsafePointer(to: map) { map in
        guard pa_channel_map_valid(map) != 0 else { return nil }
        return String(cString: pa_channel_map_snprint(text.baseAddress!, text.count, map))
      }
    }
  }

  private static func text(_ info: pa_sink_input_info, _ property: String) -> String? {
    pa_proplist_gets(info.proplist, property).map { String(cString: $0) }
  }
}

extension StreamVolume {
  init(_ volume: pa_cvolume) {
    self.init(
      withUnsafeBytes(of: volume.values) { values in
        Array(values.bindMemory(to: UInt32.self).prefix(Int(volume.channels)))
      })
  }
}

extension pa_cvolume {
  init(_ volume: StreamVolume) {
    self.init()
    channels = UInt8(volume.channels.count)
    withUnsafeMutableBytes(of: &values) { values in
      for (index, value) in volume.channels.enumerated() { values.bindMemory(to: UInt32.self)[index] = value }
    }
  }
}
