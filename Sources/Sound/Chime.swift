import CResources

/// The chimes that are built in, by the names that settings, clients and the files of one's own sounds use.
public enum Chime: String, CaseIterable, Sendable {
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

public enum Chimes {
  /// The built-in chime of that name, or nil where there is none; see ``Chime``.
  public static func builtIn(_ name: String) -> PCM? {
    guard let sound = resources_sound(name) else { return nil }
    let file = UnsafeRawBufferPointer(start: sound.pointee.bytes, count: sound.pointee.length)
    guard let pcm = PCM(wav: file) else { preconditionFailure("the built-in chime \(name) is no 48 kHz WAV file") }
    return pcm
  }
}
