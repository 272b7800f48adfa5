import Testing

@testable import Speech

@Suite struct VoiceTests {
  private static let american = Voice("English (America)", "gmw/en-US", ["en-us": 2, "en": 3])
  private static let british = Voice("English (Great Britain)", "gmw/en", ["en-gb": 2, "en": 2])
  private static let scottish = Voice("English (Scotland)", "gmw/en-GB-scotland", ["en-gb-scotland": 5, "en": 4])
  private static let german = Voice("German", "gmw/de", ["de": 5])
  private static let us1 = Voice("us-mbrola-1", "mb/mb-us1", ["en-us": 5, "en": 8], .mbrola)
  private static let us2 = Voice("us-mbrola-2", "mb/mb-us2", ["en-us": 5, "en": 7], .mbrola)
  private static let en1 = Voice("english-mb-en1", "mb/mb-en1", ["en-uk": 3, "en-gb": 3, "en": 2], .mbrola)
  private static let frenchEnglish = Voice("en-french", "mb/mb-fr1-en", ["en": 1], .mbrola)

  private static let formant = [german, british, scottish, american]
  private static let all = [frenchEnglish] + formant + [us1, us2, en1]

  @Test(arguments: [
    (["LANG": "en_GB.UTF-8"], formant, british),
    (["LANG": "en_US.UTF-8"], formant, american),
    (["LANG": "en_AU.UTF-8"], formant, british),
    (["LANG": "en_GB@euro"], formant, british),
    (["LANG": "en"], formant, american),
    (["LANG": "de_DE.UTF-8"], formant, american),
    (["LANG": "de_GB.UTF-8"], formant, american),
    (["LANG": "C"], formant, american),
    (["LANG": ""], formant, american),
    ([:], formant, american),
    ([:], [german, scottish], scottish),
    (["LANG": "en_US", "LC_MESSAGES": "en_GB"], formant, british),
    (["LANG": "en_US", "LC_MESSAGES": "en_US", "LC_ALL": "en_GB"], formant, british),
    (["LANG": "en_GB", "LC_MESSAGES": "", "LC_ALL": ""], formant, british),
    (["LANG": "en_GB", "LC_NUMERIC": "en_US"], formant, british),
    (["LANG": "en_US.UTF-8"], all, us2),
    (["LANG": "en_GB.UTF-8"], all, en1),
    (["LANG": "en_AU.UTF-8"], all, en1),
    (["LANG": "en_GB.UTF-8"], formant + [us1], british),
    (["LANG": "en_US.UTF-8"], formant + [frenchEnglish], american),
  ])
  func `The default voice is an English one for the locale`(
    environment: [String: String], voices: [Voice], expected: Voice
  ) {
    #expect(voices.preferred(environment: environment) == expected)
  }

  @Test func `Without an English voice there is no default`() {
    #expect([Self.german, Self.frenchEnglish].preferred(environment: [:]) == nil)
  }

  @Test(arguments: [
    ("gmw/en-US", american), ("GMW/EN-us", american), ("English (America)", american), ("en-us", american),
    ("en", british), ("en-uk", en1), ("mb-us1", us1), ("de", german), ("German", german), ("en-gb", british),
  ])
  func `A voice is found by identifier, file name, name or language, in any case`(name: String, expected: Voice) {
    #expect(Self.all.named(name) == expected)
  }

  @Test(arguments: ["", "e", "en-", "fr", "../de", "gmw"])
  func `What names no voice finds none`(name: String) {
    #expect(Self.all.named(name) == nil)
  }
}

extension Voice {
  fileprivate init(
    _ name: String, _ identifier: String, _ languages: KeyValuePairs<String, UInt8>, _ kind: Kind = .formant
  ) {
    self.init(
      name: name, identifier: identifier, languages: languages.map { Language($0.key, priority: $0.value) },
      gender: .male, kind: kind)
  }
}
