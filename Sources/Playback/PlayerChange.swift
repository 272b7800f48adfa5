extension Player {
  /// What happened, for who drives the player.
  public enum Change: Sendable {
    /// Sounds can be played; or the output, or the way in which other sound is ducked, has changed.
    case available
    /// Nothing can be played until ``available`` comes. What was playing is lost, without an ``ended``.
    case unavailable(PlaybackError)
    /// The sound that was begun has ended.
    case ended(Ending)
    /// Something went wrong that does not keep sounds from being heard.
    case trouble(PlaybackError)
  }

  public enum Ending: Equatable, Sendable {
    /// Its last sample was heard; the reason says why by nobody, if so.
    case played(inaudible: String?)
    /// ``Player/stop()`` ended it.
    case stopped
    /// Its time was long over before it could be heard, as after the machine was suspended.
    case missed
    /// The server does not tell what became of it; why, as a clause for the person.
    case failed(String)
  }
}
