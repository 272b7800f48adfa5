extension Collection<Voice> {
  /// The English voice to speak with when nobody has chosen one.
  ///
  /// One of the region that the locale names, if it is an English one and has a voice (`en_GB`: `en-gb`). For an
  /// English locale of another region (`en_AU`) the best for English as such, otherwise an American one. In
  /// each case an installed MBROLA voice comes before a formant voice, since whoever installed one wants to hear it.
  /// Voices of other languages that can read English with their accent are left out.
  ///
  /// - Parameter environment: where `LC_ALL`, `LC_MESSAGES` and `LANG` are looked up, in the order of POSIX.
  /// - Returns: nil where there is no English voice at all.
  public func preferred(environment: [String: String]) -> Voice? {
    let native = filter { $0.languages.contains { $0.tag.hasPrefix("en-") } }
    let locale = Locale(environment: environment)
    let tags =
      switch locale.region {
      case let region? where locale.language == "en": ["en-" + region, "en", "en-us"]
      default: ["en-us", "en"]
      }
    return tags.lazy.compactMap { native.best(for: $0) }.first ?? native.first
  }

  private func best(for tag: String) -> Voice? {
    let speakers = compactMap { voice in
      voice.priority(for: tag).map { (voice, voice.kind == .mbrola ? 0 : 1, $0, voice.priority(for: "en") ?? .max) }
    }
    return speakers.min { ($0.1, $0.2, $0.3) < ($1.1, $1.2, $1.3) }?.0
  }
}

/// A locale's name taken apart: `en_GB.UTF-8@euro` is English of Great Britain.
private struct Locale {
  let language: String
  let region: String?

  init(environment: [String: String]) {
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let parts = name.prefix { $0 != "." && $0 != "@" }.lowercased().split(separator: "_", maxSplits: 1)
    language = parts.first.map(String.init) ?? ""
    region = parts.count == 2 ? String(parts[1]) : nil
  }
}
