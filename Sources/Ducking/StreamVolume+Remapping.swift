extension StreamVolume {
  /// The volume as the server gives it to a stream of other channels, where it remembers this one: a player's next track
  /// may be mono where this one is stereo.
  ///
  /// A channel gets the mean of those that are in the same place, else of those on the same side, else of all.
  ///
  /// - Parameters:
  ///   - map: which channel is which, as the server writes it: `front-left,front-right`.
  ///   - other: the same for the other stream. Where one of them is not known, the volume stays as it is.
  func remapped(from map: String?, to other: String?) -> StreamVolume {
    guard let map, let other, map != other else { return self }
    let places = map.split(separator: ",").map(ChannelPlace.init)
    guard places.count == channels.count else { return self }
    return StreamVolume(
      other.split(separator: ",").map(ChannelPlace.init).map { place in
        let same = zip(places, channels).filter { $0.0.name == place.name }
        let near = zip(places, channels).filter { $0.0.side != nil && $0.0.side == place.side }
        return [same, near].first { !$0.isEmpty }.map { Self.mean(of: $0.map(\.1)) } ?? Self.mean(of: channels)
      })
  }

  private static func mean(of volumes: [UInt32]) -> UInt32 {
    UInt32(volumes.reduce(0) { $0 + UInt64($1) } / UInt64(max(1, volumes.count)))
  }
}

/// A channel, as the server names it.
private struct ChannelPlace {
  enum Side { case left, right, center, lfe }

  let name: Substring
  /// `front-left-of-center` is on the left. Mono and channels without a place are nowhere.
  let side: Side?

  init(_ name: Substring) {
    self.name = name
    let words = name.split(separator: "-")
    side =
      if words.contains("left") { .left } else if words.contains("right") { .right } else if words.contains("center") {
        .center
      } else if words.contains("lfe") { .lfe } else { nil }
  }
}
