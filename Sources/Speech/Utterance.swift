/// A text to be spoken, and how.
public struct Utterance: Hashable, Sendable {
  /// Words per minute that can be spoken (espeak-ng's limits).
  public static let rates = 80...450
  /// Base pitches that can be spoken, from low to high (espeak-ng's scale).
  public static let pitches = 0...99
  /// The most text that is taken, in bytes of UTF-8: hours of speech.
  public static let longestText = 1_000_000

  /// Plain text. Nothing in it is a command: markup and phoneme codes are read out as they are written.
  public let text: String
  /// A voice's name, identifier, file name or language, in any case, and possibly `+` and a variant of espeak-ng's:
  /// `en-us`, `English (America)`, `en-us+f3`. See ``Voice``.
  public let voice: String
  /// Words per minute.
  public let rate: Int
  public let pitch: Int

  /// - Parameters:
  ///   - rate: words per minute; what is outside ``rates`` counts as the nearest inside.
  ///   - pitch: what is outside ``pitches`` counts as the nearest inside.
  public init(_ text: String, voice: String, rate: Int = 175, pitch: Int = 50) {
    self.text = text
    self.voice = voice
    self.rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
    self.pitch = min(max(pitch, Self.pitches.lowerBound), Self.pitches.upperBound)
  }
}
