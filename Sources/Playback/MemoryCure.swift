import CPulseAudio
import Ducking
import EventLoop

/// Gives a player that is gone back the volume that the server remembers it by.
///
/// A stream that says it is the player's, corked, gets what is remembered. If that is still as we left it, the stream
/// takes the original volume, which the server remembers from then on; if not, somebody has chosen it.
@EventLoop
final class MemoryCure {
  /// A server that has just started gives a stream an output only when all its parts are there.
  private static let interval: Duration = .milliseconds(10)
  private static let attempts = 500
  /// How long the server may take for all of it.
  private static let longest: Duration = .seconds(10)

  private let connection: PulseConnection
  private let entry: VolumeJournal.Entry
  /// What makes a stream be remembered as the player is; nil where no stream of ours can be.
  private let identity: Identity?
  private var done: (@EventLoop (Bool) -> Void)?
  private var stream: OpaquePointer?
  /// How often what is found may still be put right.
  private var rounds = 10
  private var patience: Timer?
  private var deadline: Timer?

  init(_ entry: VolumeJournal.Entry, on connection: PulseConnection) {
    self.connection = connection
    self.entry = entry
    identity = entry.memory.flatMap(Self.identity)
  }

  /// - Parameter done: gets whether the memory is right now; false where that must be tried again. A memory that no
  ///   stream of ours can have counts as right.
  func start(_ done: @escaping @EventLoop (Bool) -> Void) {
    guard let identity else { return done(true) }
    self.done = done
    deadline = Timer(.boot) { [weak self] in self?.finish(false) }
    deadline?.arm(after: Self.longest)
    open(as: identity)
  }

  private func open(as identity: Identity) {
    let properties = pa_proplist_new()
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, identity.property, identity.value)
    var format = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: 48_000, channels: UInt8(entry.original.channels.count))
    var map = pa_channel_map()
    // Without one the server takes the usual one for so many channels.
    let isMapped = entry.channelMap.map { pa_channel_map_parse(&map, $0) != nil && map.channels == format.channels }
    stream = withUnsafePointer(to: map) { map in
      pa_stream_new_with_proplist(
        connection.context, "volume", &format, isMapped == true ? map : nil, properties)
    }
    guard let stream else { return finish(false) }
    let me = Unmanaged.passUnretained(self).toOpaque()
    pa_stream_set_state_callback(
      stream,
      { _, me in
        EventLoop.assumeIsolated(passing: me) {
          Unmanaged<MemoryCure>.fromOpaque($0!).takeUnretainedValue().stateChanged()
        }
      }, me)
    if pa_stream_connect_playback(stream, nil, nil, PA_STREAM_START_CORKED, nil, nil) < 0 { finish(false) }
  }

  private func stateChanged() {
    switch pa_stream_get_state(stream) {
    case PA_STREAM_READY: look(attempts: Self.attempts)
    case PA_STREAM_FAILED, PA_STREAM_TERMINATED: finish(false)
    default: break
    }
  }

  /// PipeWire tells the remembered volume only once the stream has an output.
  private func look(attempts: Int) {
    connection.sinkInput(pa_stream_get_index(stream)) { [weak self] found in
      guard let self, done != nil else { return }
      guard let found, attempts > 0 else { return finish(false) }
      guard found.isReady else {
        patience = Timer(.boot) { [weak self] in self?.look(attempts: attempts - 1) }
        patience?.arm(after: Self.interval)
        return
      }
      guard entry.explains(found), found.volume != entry.original else { return finish(true) }
      connection.setVolume(ofStream: found.index, entry.original) { [weak self] _ in self?.lookAgain() }
    }
  }

  /// WirePlumber can miss what was set just before a stream's end: the next stream tells whether it is remembered.
  private func lookAgain() {
    guard done != nil else { return }
    rounds -= 1
    guard let identity, rounds > 0 else { return finish(false) }
    close()
    open(as: identity)
  }

  private func finish(_ isRight: Bool) {
    guard let done else { return }
    self.done = nil
    deadline?.cancel()
    close()
    done(isRight)
  }

  private func close() {
    guard let stream else { return }
    self.stream = nil
    patience?.cancel()
    pa_stream_set_state_callback(stream, nil, nil)
    pa_stream_disconnect(stream)
    pa_stream_unref(stream)
  }

  /// With its connection; libpulse tells the stream of that end later than us.
  isolated deinit { close() }

  private typealias Identity = (property: String, value: String)

  /// The property that makes a stream be remembered so: `sink-input-by-media-role:music` is its role.
  private static func identity(_ memory: String) -> Identity? {
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
