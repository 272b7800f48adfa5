/// How loud cues are, and whether with chimes, as far as it is known.
public struct CueLevel: Hashable, Sendable {
  /// Whether chimes are heard; nil: not known.
  public var chimes: Bool?
  /// In percent; nil: not known.
  public var volume: Int?

  public init(chimes: Bool? = nil, volume: Int? = nil) { (self.chimes, self.volume) = (chimes, volume) }
}

extension CueLevel {
  /// What keys do about them: the longer way to say it, and the shorter.
  var keys: (long: [String], short: [String]) {
    let mute = chimes.map { $0 ? "mute" : "unmute" }
    let percent = volume.map { "\($0) %" }
    return (
      [mute.map { "c: \($0) chimes" }, percent.map { "+/-: volume \($0)" }].compactMap(\.self),
      [mute.map { "c \($0)" }, percent.map { "+/- \($0)" }].compactMap(\.self)
    )
  }
}
