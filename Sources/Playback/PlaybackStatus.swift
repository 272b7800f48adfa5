import Ducking

/// What ``Player/status`` tells of the sound server.
public struct PlaybackStatus: Equatable, Sendable {
  /// The server's name and version; absent: it cannot be reached.
  public var server: String?
  /// The sink that our stream plays on.
  public var output: String?
  /// The name of the sink that was chosen, where there is none of that name.
  public var missingOutput: String?
  public var ducking: DuckingStrategy = .off
  /// Why so, or why nothing can be played.
  public var reason: String
  /// With the strategy `volume`: how many streams could not be lowered the last time.
  public var unchangeable = 0
  /// Why volumes cannot be journaled.
  public var unjournaled: PlaybackError?
}
