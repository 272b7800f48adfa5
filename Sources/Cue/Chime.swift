/// The chimes, by the names that settings, clients and the files of one's own sounds use.
public enum Chime: String, Hashable, CaseIterable, Sendable {
  /// A run interval begins: two notes that rise.
  case run
  /// A walk interval begins: two notes that fall.
  case walk
  /// Short, and 10 LU softer than the others: something ends soon.
  case tick
  case start
  case halfway
  case minute
  case cooldown
  case complete
  case paused
  /// The mirror of ``paused``.
  case resumed
  /// One neutral stroke, for anything that is said.
  case bell
  /// Wants to be noticed: a timer that has run out.
  case alert
}
