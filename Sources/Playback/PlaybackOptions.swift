import Ducking

/// How sounds are played, and how others make room for them.
public struct PlaybackOptions: Sendable {
  /// In milliseconds.
  public static let wakeRange = 0...2_000
  /// Bluetooth headphones need about so long until they are heard.
  static let wakeOfBluetooth: Duration = .milliseconds(400)

  public var depth = DuckingDepth.standard
  /// The strategy that the person has chosen; nil: whatever suits the server.
  public var strategy: DuckingStrategy?
  /// Where the volumes are journaled while they are lowered.
  public var journalDirectory: String
  /// The silence before a sound that begins while the output rests; nil: none, but on Bluetooth outputs 400 ms.
  public var wake: Duration?

  public init(journalDirectory: String) { self.journalDirectory = journalDirectory }
}
