import CResources

public enum Chimes {
  /// The built-in chime of that name, or nil where there is none.
  public static func builtIn(_ name: String) -> PCM? {
    guard let sound = resources_sound(name) else { return nil }
    let file = UnsafeRawBufferPointer(start: sound.pointee.bytes, count: sound.pointee.length)
    guard let pcm = PCM(wav: file) else { preconditionFailure("the built-in chime \(name) is no 48 kHz WAV file") }
    return pcm
  }
}
