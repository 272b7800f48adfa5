/// A voice that can really speak on this machine.
public struct Voice: Hashable, Sendable {
  public enum Kind: UInt8, Sendable {
    /// Built from formants: part of espeak-ng itself.
    case formant = 0
    /// Built from recordings by the MBROLA program, which is installed along with the voice's data.
    case mbrola = 1
  }

  public enum Gender: UInt8, Sendable {
    case unspecified = 0
    case male = 1
    case female = 2
  }

  /// A language that the voice speaks.
  public struct Language: Hashable, Sendable {
    /// Language and region as espeak-ng writes them: `en-us`, `cmn-latn-pinyin`.
    public var tag: String
    /// How well the voice suits the language by espeak-ng's account: the less, the better.
    public var priority: UInt8

    public init(_ tag: String, priority: UInt8) {
      self.tag = tag
      self.priority = priority
    }
  }

  /// What espeak-ng calls it: `English (America)`. Not always unique.
  public var name: String
  /// The unique path of its file among espeak-ng's: `gmw/en-US`, `mb/mb-us1`.
  public var identifier: String
  /// What it speaks, in espeak-ng's order.
  public var languages: [Language]
  public var gender: Gender
  public var kind: Kind

  public init(name: String, identifier: String, languages: [Language], gender: Gender, kind: Kind) {
    self.name = name
    self.identifier = identifier
    self.languages = languages
    self.gender = gender
    self.kind = kind
  }

  /// The last part of the identifier: `en-US`, `mb-us1`.
  public var fileName: String {
    identifier.split(separator: "/").last.map(String.init) ?? identifier
  }

  func priority(for tag: String) -> UInt8? {
    languages.first { $0.tag == tag }?.priority
  }
}

extension Collection<Voice> {
  /// The voice that a person means: by identifier, file name, name, or language, in this order and in any case.
  /// Of several with the language, the one that suits it best, and of equals a formant voice.
  ///
  /// espeak-ng's own look-up is not used: it takes the name for a path, reads any file there, and speaks with
  /// its default voice where it finds none.
  public func named(_ name: String) -> Voice? {
    let name = name.lowercased()
    return first { $0.identifier.lowercased() == name }
      ?? first { $0.fileName.lowercased() == name }
      ?? first { $0.name.lowercased() == name }
      ?? speaking(name)
  }

  /// ``named(_:)``, but a voice of espeak-ng's own first: so the speech process takes a name.
  public func meant(by name: String) -> Voice? {
    filter { $0.kind == .formant }.named(name) ?? filter { $0.kind == .mbrola }.named(name)
  }

  /// The shortest name by which the voice is meant: its language, where that means no other voice, else the name of its
  /// file.
  public func shortName(of voice: Voice) -> String {
    let language = voice.kind == .formant ? voice.languages.prefix(1).map(\.tag) : []
    return (language + [voice.fileName.lowercased()]).first { meant(by: $0) == voice } ?? voice.identifier
  }

  private func speaking(_ tag: String) -> Voice? {
    let speakers = compactMap { voice in voice.priority(for: tag).map { (voice, $0, voice.kind.rawValue) } }
    return speakers.min { ($0.1, $0.2) < ($1.1, $1.2) }?.0
  }
}
