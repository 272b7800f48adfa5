import CPulseAudio
import Ducking
import EventLoop

/// Gives a player that is gone back the volume that the server remembers it by.
///
/// A stream that says it is the player's, corked, gets what is remembered. If that is still as we left it, the stream
/// takes the original volume, which the server remembers from then on; if not, somebody has chosen it.
@EventLoop
final class MemoryCure {
  private let connection: PulseConnection
  private let entry: VolumeJournal.Entry
  private var done: (@EventLoop () -> Void)?
  private var stream: OpaquePointer?
  private var patience: Timer?

  init(_ entry: VolumeJournal.Entry, on connection: PulseConnection) {
    self.connection = connection
    self.entry = entry
  }

  /// - Parameter done: is called when the memory is right, or cannot be put right.
  func start(_ done: @escaping @EventLoop () -> Void) {
    guard let memory = entry.memory, let (property, value) = Self.identity(memory) else { return done() }
    self.done = done
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, property, value)
    var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: 48_000, channels: UInt8(entry.original.channels.count))
    guard let stream = pa_stream_new_with_proplist(connection.context, "volume", &format, nil, properties) else {
      return done()
    }
    self.stream = stream
    let me = Unmanaged.passUnretained(self).toOpaque()
    pa_stream_set_state_callback(
      stream,
      { _, me in
        EventLoop.assumeIsolated(passing: me) {
          Unmanaged<MemoryCure>.fromOpaque($0!).takeUnretainedValue().stateChanged()
        }
      }, me)
    if pa_stream_connect_playback(stream, nil, nil, PA_STREAM_START_CORKED, nil, nil) < 0 { finish() }
  }

  private func stateChanged() {
    switch pa_stream_get_state(stream) {
    case PA_STREAM_READY: look(attempts: 20)
    case PA_STREAM_FAILED, PA_STREAM_TERMINATED: finish()
    default: break
    }
  }

  /// PipeWire tells the remembered volume only once the stream has an output.
  private func look(attempts: Int) {
    connection.sinkInput(pa_stream_get_index(stream)) { [weak self] found in
      guard let self else { return }
      guard let found, attempts > 0 else { return finish() }
      guard found.isReady else {
        patience = Timer(.boot) { [weak self] in self?.look(attempts: attempts - 1) }
        patience?.arm(after: .milliseconds(10))
        return
      }
      guard entry.explains(found.volume) else { return finish() }
      connection.setVolume(ofStream: found.index, entry.original) { [weak self] _ in self?.finish() }
    }
  }

  private func finish() {
    guard let stream else { return }
    self.stream = nil
    patience?.cancel()
    pa_stream_set_state_callback(stream, nil, nil)
    pa_stream_disconnect(stream)
    pa_stream_unref(stream)
    done?()
    done = nil
  }

  /// The property that makes a stream be remembered so: `sink-input-by-media-role:music` is its role.
  private static func identity(_ memory: String) -> (property: String, value: String)? {
    let prefixes = [
      "sink-input-by-media-role:": PA_PROP_MEDIA_ROLE, "sink-input-by-application-id:": PA_PROP_APPLICATION_ID,
      "sink-input-by-application-name:": PA_PROP_APPLICATION_NAME, "sink-input-by-media-name:": PA_PROP_MEDIA_NAME,
    ]
    for (prefix, property) in prefixes where memory.hasPrefix(prefix) {
      return (property, String(memory.dropFirst(prefix.count)))
    }
    return nil
  }
}
