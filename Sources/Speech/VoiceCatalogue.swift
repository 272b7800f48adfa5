import Spelling

/// The voices that can speak on this machine, by the names that people use for them.
public struct VoiceCatalogue: Equatable, Sendable {
  /// espeak-ng's own, and those of MBROLA that are installed.
  public let voices: [Voice]
  /// What changes the sound of a voice, by the last part of its name: `f3` in `en-us+f3`.
  public let variants: [Voice]
  /// Which name is short enough for a voice depends on all others: too much to be found out for each question.
  private let names: [Voice: String]
  /// In the order of ``allVoices(first:)``.
  private var spellings: [Spelling] = []

  public init(voices: [Voice], variants: [Voice]) {
    self.voices = voices
    self.variants = variants
    names = Dictionary(voices.map { ($0, voices.shortName(of: $0)) }) { first, _ in first }
    spellings = allVoices().map { Spelling(name(of: $0), alsoWritten: [$0.name, $0.fileName, $0.identifier]) }
  }

  public static func == (a: Self, b: Self) -> Bool { a.voices == b.voices && a.variants == b.variants }

  /// The voice and the variant that a name stands for, as the speech process takes it.
  public func find(_ name: String) -> (voice: Voice, variant: Voice?)? {
    let (base, variant) = Self.parts(of: name)
    guard let voice = voices.meant(by: base) else { return nil }
    guard let variant else { return (voice, nil) }
    return variants.named(variant).map { (voice, $0) }
  }

  /// The shortest name that stands for the voice.
  public func name(of voice: Voice) -> String { names[voice] ?? voice.identifier }

  /// The voices that speak a language, the best first.
  ///
  /// - Parameters:
  ///   - language: a language or one of its regions, in any case: `en`, `en-gb`.
  ///   - first: comes first if it is among them.
  public func voices(speaking language: String, first: Voice? = nil) -> [Voice] {
    let tag = language.lowercased()
    return voices.compactMap { voice in Rank(voice, for: tag).map { (voice, voice == first ? 0 : 1, $0) } }
      .sorted { ($0.1, $0.2, $0.0.name) < ($1.1, $1.2, $1.0.name) }
      .map(\.0)
  }

  /// All voices, the English ones first, and the best of a language first.
  ///
  /// - Parameter first: comes before all others.
  public func allVoices(first: Voice? = nil) -> [Voice] {
    let english = voices(speaking: "en")
    let others = Set(voices).subtracting(english).map { ($0, $0.languages.first?.tag ?? "", Rank($0)) }
    let sorted = others.sorted { ($0.1, $0.2, $0.0.identifier) < ($1.1, $1.2, $1.0.identifier) }.map(\.0)
    return (first.map { [$0] } ?? []) + (english + sorted).filter { $0 != first }
  }

  /// Three names that somebody may have meant who wrote one that stands for nothing, the nearest first.
  public func nearest(to name: String) -> [String] {
    let (base, variant) = Self.parts(of: name)
    if let variant, voices.meant(by: base) != nil {
      let names = variants.sorted { ($0.fileName.count, $0.fileName) < ($1.fileName.count, $1.fileName) }
        .map { Spelling(base + "+" + $0.fileName, alsoWritten: [base + "+" + $0.name]) }
      return names.nearest(to: base + "+" + variant, count: 3)
    }
    let ending = variant.flatMap { variants.named($0) }.map { "+" + $0.fileName } ?? ""
    return spellings.nearest(to: base, count: 3).map { $0 + ending }
  }

  private static func parts(of name: String) -> (base: String, variant: String?) {
    let parts = name.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (parts[0], parts.count == 2 ? parts[1] : nil)
  }
}

/// How well a voice suits a language: the less, the better.
private struct Rank: Comparable {
  /// Voices of another language, which read this one with their accent, come last: they name no region of it.
  private var foreignness = 0
  /// Whoever has installed a MBROLA voice wants to hear it.
  private let kind: Int
  private let priority: UInt8

  /// For the language that the voice names first.
  init(_ voice: Voice) {
    kind = voice.kind == .mbrola ? 0 : 1
    priority = voice.languages.first?.priority ?? .max
  }

  /// - Returns: nil where it does not speak the language.
  init?(_ voice: Voice, for tag: String) {
    let regions = voice.languages.filter { $0.tag.hasPrefix(tag + "-") }
    guard let priority = voice.priority(for: tag) ?? regions.map(\.priority).min() else { return nil }
    foreignness = regions.isEmpty && !tag.contains("-") ? 1 : 0
    kind = voice.kind == .mbrola ? 0 : 1
    self.priority = priority
  }

  static func < (a: Self, b: Self) -> Bool {
    (a.foreignness, a.kind, a.priority) < (b.foreignness, b.kind, b.priority)
  }
}

/// A name that stands for no voice.
public struct UnknownVoice: Error, Equatable, Sendable {
  public var name: String
  /// Names that may be meant, the nearest first; at most three.
  public var nearest: [String]

  public init(name: String, nearest: [String]) {
    self.name = name
    self.nearest = nearest
  }
}
