/// Decides what those are told who watch a player.
///
/// A value without a clock: players and times go in, what is to be told comes out.
public struct MediaPlayerNews: Sendable {
  public enum Announcement: Hashable, Sendable {
    /// These properties have changed.
    case changed([MediaPlayer.Property])
    /// The position is another one than could be expected: the new one.
    case seeked(Duration)
  }

  /// By how much of the world's time a position may differ from what could be expected.
  static let tolerance: Duration = .seconds(1)

  private var last: MediaPlayer
  private var lastTime: Duration

  /// - Parameter time: by the clock that those who watch count by, which stands still while the machine is suspended.
  public init(_ player: MediaPlayer, at time: Duration) { (last, lastTime) = (player, time) }

  /// What is to be told, in order, now that the player is so.
  public mutating func take(_ player: MediaPlayer, at time: Duration) -> [Announcement] {
    let expected = expectedPosition(of: player, at: time)
    defer { (last, lastTime) = (player, time) }
    let changed = MediaPlayer.Property.announced.filter { player.value(of: $0) != last.value(of: $0) }
    let isExpected = (player.position - expected).magnitude <= Self.tolerance * player.rate
    return (changed.isEmpty ? [] : [.changed(changed)]) + (isExpected ? [] : [.seeked(player.position)])
  }

  /// A track goes on from where it was, and a new one begins at its beginning.
  private func expectedPosition(of player: MediaPlayer, at time: Duration) -> Duration {
    guard player.track == last.track else { return .zero }
    return last.position + (last.status == .playing ? (time - lastTime) * last.rate : .zero)
  }
}

extension Duration {
  fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
