import CMediaPlayer
import Cue
import EventLoop
import Glibc
import MediaPlayer

/// A media player on the session bus (MPRIS 2.2), so that a headset's buttons, a keyboard's and a desktop's panel control
/// it. Where there is no session bus nothing happens.
@EventLoop
public final class MediaPlayerService {
  private static let path = "/org/mpris/MediaPlayer2"
  private static let interface = "org.mpris.MediaPlayer2.Player"

  private let name: String
  private let bus: Bus?
  private let player: @EventLoop () -> MediaPlayer
  private let obey: @EventLoop (MediaPlayer.Command) -> Void
  private var news: MediaPlayerNews
  /// Where sd-bus finds its handlers.
  private let handlers = UnsafeMutablePointer<media_player_handlers>.allocate(capacity: 1)

  /// - Parameters:
  ///   - name: of this player among all players.
  ///   - player: how it is now.
  ///   - obey: does what somebody asks for.
  public init(
    named name: String, player: @escaping @EventLoop () -> MediaPlayer,
    obey: @escaping @EventLoop (MediaPlayer.Command) -> Void
  ) {
    self.name = "org.mpris.MediaPlayer2.\(name)"
    self.player = player
    self.obey = obey
    news = MediaPlayerNews(player(), at: .awake)
    bus = Bus(.session)
    handlers.initialize(
      to: media_player_handlers(
        context: Unmanaged.passUnretained(self).toOpaque(), call: callHandler, get: getHandler, set: setHandler))
    guard let bus, media_player_add(bus.handle, handlers) >= 0 else { return }
    // Several players may have begun with the same name: the specification tells how they go on.
    let second = "\(self.name).instance\(getpid())"
    bus.request(name: self.name) { [weak bus] isOurs in
      if !isOurs { bus?.request(name: second) { _ in } }
    }
  }

  isolated deinit {
    bus?.close()
    handlers.deallocate()
  }

  /// It is no player any more.
  public func close() { bus?.close() }

  /// Tells those who watch what has changed; to be called whenever something may have.
  public func update() {
    for announcement in news.take(player(), at: .awake) {
      guard let bus else { continue }
      switch announcement {
      case .changed(let properties):
        bus.tellOfChange(properties.map(\.rawValue), of: Self.interface, at: Self.path)
      case .seeked(let position): media_player_emit_seeked(bus.handle, position.microseconds)
      }
    }
  }
}

// MARK: - What others ask for

extension MediaPlayerService {
  /// A property that nobody here knows is a fault of the table's.
  fileprivate func append(_ name: String, to reply: OpaquePointer) -> Int32 {
    guard let property = MediaPlayer.Property(rawValue: name) else { return -EINVAL }
    player().value(of: property).append(to: reply)
    return 1
  }

  fileprivate func call(_ method: String, _ message: OpaquePointer, _ error: UnsafeMutablePointer<sd_bus_error>?)
    -> Int32
  {
    if method == "OpenUri" { return sd_bus_error_set(error, notSupported, "couch5k plays workouts alone") }
    if let command = MediaPlayer.Command(method: method) { obey(command) }
    return sendEmptyReply(to: message)
  }

  fileprivate func set(_ name: String, _ value: OpaquePointer, _ error: UnsafeMutablePointer<sd_bus_error>?) -> Int32 {
    switch (MediaPlayer.Property(rawValue: name), Message(value).real()) {
    case (.volume, let volume?): obey(MediaPlayer.Command(volume: volume))
    case (.rate, let rate?):
      if let command = MediaPlayer.Command(rate: rate) { obey(command) }
    default: return sd_bus_error_set(error, notSupported, "this cannot be changed")
    }
    return 1
  }

  private func sendEmptyReply(to message: OpaquePointer) -> Int32 {
    var reply: OpaquePointer?
    let made = sd_bus_message_new_method_return(message, &reply)
    guard made >= 0 else { return made }
    defer { sd_bus_message_unref(reply) }
    return sd_bus_send(nil, reply, nil)
  }
}

private let notSupported = "org.freedesktop.DBus.Error.NotSupported"

private let callHandler:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?, UnsafeMutablePointer<sd_bus_error>?
  ) -> Int32 = { context, method, message, error in
    EventLoop.assumeIsolated(passing: (context!, method!, message!, error)) { context, method, message, error in
      let service = Unmanaged<MediaPlayerService>.fromOpaque(context).takeUnretainedValue()
      return service.call(String(cString: method), message, error)
    }
  }

private let getHandler:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
  ) -> Int32 = { context, property, reply in
    EventLoop.assumeIsolated(passing: (context!, property!, reply!)) { context, property, reply in
      let service = Unmanaged<MediaPlayerService>.fromOpaque(context).takeUnretainedValue()
      return service.append(String(cString: property), to: reply)
    }
  }

private let setHandler:
  @convention(c) (
    UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?, UnsafeMutablePointer<sd_bus_error>?
  ) -> Int32 = { context, property, value, error in
    EventLoop.assumeIsolated(passing: (context!, property!, value!, error)) { context, property, value, error in
      let service = Unmanaged<MediaPlayerService>.fromOpaque(context).takeUnretainedValue()
      return service.set(String(cString: property), value, error)
    }
  }

extension Duration {
  /// The clock that stands still while the machine is suspended.
  fileprivate static var awake: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
