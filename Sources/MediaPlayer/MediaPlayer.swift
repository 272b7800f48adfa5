import Cue

/// A media player at one moment, as MPRIS 2.2 sees it (specifications.freedesktop.org/mpris-spec): what plays, and what
/// its keys and panels can do.
public struct MediaPlayer: Hashable, Sendable {
  public enum Status: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  public struct Track: Hashable, Sendable {
    /// A D-Bus object's path.
    public let id: String
    public let title: String
    public let album: String
    public let length: Duration

    public init(id: String, title: String, album: String, length: Duration) {
      (self.id, self.title, self.album, self.length) = (id, title, album, length)
    }
  }

  public var status: Status
  /// Nil: none.
  public var track: Track?
  /// How much of the track is over.
  public var position: Duration
  /// How many seconds of the track go by in one second.
  public var rate: Double
  /// 1: that at which it was meant to be heard.
  public var volume: Double

  public init(status: Status, track: Track?, position: Duration, rate: Double, volume: Double) {
    (self.status, self.track, self.position, self.rate, self.volume) = (status, track, position, rate, volume)
  }
}

// MARK: - Properties

extension MediaPlayer {
  /// A property of one of the two interfaces.
  public enum Property: String, CaseIterable, Sendable {
    // org.mpris.MediaPlayer2
    case canQuit = "CanQuit"
    case fullscreen = "Fullscreen"
    case canSetFullscreen = "CanSetFullscreen"
    case canRaise = "CanRaise"
    case hasTrackList = "HasTrackList"
    case identity = "Identity"
    case desktopEntry = "DesktopEntry"
    case supportedUriSchemes = "SupportedUriSchemes"
    case supportedMimeTypes = "SupportedMimeTypes"
    // org.mpris.MediaPlayer2.Player
    case playbackStatus = "PlaybackStatus"
    case loopStatus = "LoopStatus"
    case rate = "Rate"
    case shuffle = "Shuffle"
    case metadata = "Metadata"
    case volume = "Volume"
    case position = "Position"
    case minimumRate = "MinimumRate"
    case maximumRate = "MaximumRate"
    case canGoNext = "CanGoNext"
    case canGoPrevious = "CanGoPrevious"
    case canPlay = "CanPlay"
    case canPause = "CanPause"
    case canSeek = "CanSeek"
    case canControl = "CanControl"

    /// Those of which a change is told: all that can change but the position, which everybody counts for themselves.
    static let announced: [Self] = [
      .playbackStatus, .rate, .metadata, .volume, .minimumRate, .maximumRate, .canPlay, .canPause,
    ]
  }

  public enum Value: Hashable, Sendable {
    case flag(Bool)
    case text(String)
    case noTexts
    case real(Double)
    /// In microseconds.
    case time(Int64)
    case metadata(Track?)
  }

  public func value(of property: Property) -> Value {
    switch property {
    case .identity: .text("couch5k")
    case .desktopEntry: .text("")
    case .supportedUriSchemes, .supportedMimeTypes: .noTexts
    case .playbackStatus: .text(status.rawValue)
    case .loopStatus: .text("None")
    case .rate, .maximumRate: .real(rate)
    // It cannot be chosen. The specification wants one that is no more than that of ordinary playing.
    case .minimumRate: .real(min(1, rate))
    case .metadata: .metadata(track)
    case .volume: .real(volume)
    case .position: .time(position.microseconds)
    case .canPlay, .canPause: .flag(status != .stopped)
    case .canControl: .flag(true)
    case .canQuit, .fullscreen, .canSetFullscreen, .canRaise, .hasTrackList, .shuffle, .canGoNext, .canGoPrevious,
      .canSeek:
      .flag(false)
    }
  }
}

// MARK: - Commands

extension MediaPlayer {
  /// What a key or a panel asks for.
  public enum Command: Hashable, Sendable {
    case play, pause, playPause
    /// 1: that at which it was meant to be heard; zero or more.
    case setVolume(Double)

    /// The method of the player's interface; nil where it has no effect, since the property that goes with it says so.
    public init?(method: String) {
      switch method {
      case "Play": self = .play
      // A run that was stopped for good could not be resumed: whoever stops all players did not mean that.
      case "Pause", "Stop": self = .pause
      case "PlayPause": self = .playPause
      default: return nil
      }
    }

    /// A rate that somebody sets; nil where it has no effect. The specification makes 0 a pause.
    public init?(rate: Double) {
      guard rate == 0 else { return nil }
      self = .pause
    }

    /// A volume that somebody sets. The specification makes what is negative 0.
    public init(volume: Double) { self = .setVolume(max(0, volume)) }
  }
}
