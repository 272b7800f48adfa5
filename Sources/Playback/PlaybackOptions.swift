import Ducking

/// How sounds are played, and how others make room for them.
public struct PlaybackOptions: Equatable, Sendable {
  /// Bluetooth headphones need about so long until they are heard.
  static let wakeOfBluetooth: Duration = .milliseconds(400)

  public var depth = DuckingDepth.standard
  /// The strategy that the person has chosen; nil: whatever suits the server.
  public var strategy: DuckingStrategy?
  /// The role that the person has chosen for our stream; nil: whatever suits the strategy.
  public var role: String?
  /// The silence before a sound that begins while the output rests; nil: none, but on Bluetooth outputs 400 ms.
  public var wake: Duration?
  /// The name of the sink that the person has chosen; nil, or where there is none of that name: the server's default.
  public var output: String?

  public init() {}
}
