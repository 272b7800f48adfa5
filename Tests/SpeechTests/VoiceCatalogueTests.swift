import Testing

@testable import Speech

@Suite struct VoiceCatalogueTests {
  private static let american = voice("English (America)", "gmw/en-US", [("en-us", 2), ("en", 3)])
  private static let british = voice("English (Great Britain)", "gmw/en", [("en-gb", 2), ("en", 2)])
  private static let scottish = voice("English (Scotland)", "gmw/en-GB-scotland", [("en-gb-scotland", 5), ("en", 4)])
  private static let newYork = voice("English (New York City)", "gmw/en-US-nyc", [("en-us-nyc", 5)])
  private static let german = voice("German", "gmw/de", [("de", 5)])
  private static let brazilian = voice("Portuguese (Brazil)", "roa/pt-BR", [("pt-br", 5), ("pt", 6)])
  private static let portuguese = voice("Portuguese (Portugal)", "roa/pt", [("pt", 5), ("pt-pt", 5)])
  private static let us1 = voice("us-mbrola-1", "mb/mb-us1", [("en-us", 5), ("en", 8)], .mbrola)
  private static let germanEnglish = voice("en-german", "mb/mb-de1-en", [("en", 9)], .mbrola)
  private static let variants = ["f3", "f4", "m3", "klatt"].map { voice("variant \($0)", "!v/\($0)", []) }

  private static let installed = [
    german, british, scottish, american, newYork, brazilian, portuguese, germanEnglish, us1,
  ]
  private static let catalogue = VoiceCatalogue(voices: installed, variants: variants)
  private static let withoutMbrola = VoiceCatalogue(
    voices: installed.filter { $0.kind == .formant }, variants: variants)

  private static func voice(
    _ name: String, _ identifier: String, _ languages: [(String, UInt8)], _ kind: Voice.Kind = .formant
  ) -> Voice {
    Voice(
      name: name, identifier: identifier, languages: languages.map { Voice.Language($0.0, priority: $0.1) },
      gender: .male, kind: kind)
  }

  @Test(arguments: [
    (american, "en-us"), (british, "en-gb"), (scottish, "en-gb-scotland"), (german, "de"), (portuguese, "pt"),
    (brazilian, "pt-br"), (us1, "mb-us1"), (germanEnglish, "mb-de1-en"),
  ])
  func `A voice is called by its language, or else by its file, and that finds it`(voice: Voice, name: String) {
    #expect(Self.catalogue.name(of: voice) == name)
    #expect(Self.catalogue.find(name)?.voice == voice)
  }

  @Test func `Where two voices name the same language, only one is called by it, and both are found`() {
    let other = Self.voice("German, other", "gmw/de-other", [("de", 9)])
    let catalogue = VoiceCatalogue(voices: [other, Self.german], variants: [])
    #expect(catalogue.name(of: Self.german) == "de")
    #expect(catalogue.name(of: other) == "de-other")
    #expect(catalogue.find("de-other")?.voice == other)
  }

  @Test func `A variant stands behind a plus, and is one that there is`() throws {
    let found = try #require(Self.catalogue.find("en-us+F3"))
    #expect(found.voice == Self.american)
    #expect(found.variant?.fileName == "f3")
    for name in ["en-us+f9", "en-us+", "+f3", "nobody+f3", "", "+"] { #expect(Self.catalogue.find(name) == nil) }
  }

  @Test func `The best voice of a language comes first, one that reads it with an accent last`() {
    let names = Self.catalogue.voices(speaking: "en").map(Self.catalogue.name)
    #expect(names == ["mb-us1", "en-gb", "en-us", "en-gb-scotland", "en-us-nyc", "mb-de1-en"])
  }

  @Test func `The voice that is set comes before the best`() {
    let names = Self.withoutMbrola.voices(speaking: "en", first: Self.scottish).map(Self.catalogue.name)
    #expect(names == ["en-gb-scotland", "en-gb", "en-us", "en-us-nyc"])
    #expect(Self.catalogue.voices(speaking: "de", first: Self.american) == [Self.german])
    #expect(Self.catalogue.allVoices(first: Self.german).first == Self.german)
  }

  @Test(arguments: [
    ("EN-GB", ["en-gb", "en-gb-scotland"]), ("pt", ["pt", "pt-br"]), ("de", ["de"]), ("xx", []), ("e", []), ("", []),
  ])
  func `A language or a region of it is spoken by those who say so`(language: String, names: [String]) {
    #expect(Self.withoutMbrola.voices(speaking: language).map(Self.withoutMbrola.name) == names)
  }

  @Test func `All voices are all, each once, the English ones first`() {
    let all = Self.catalogue.allVoices()
    #expect(all.count == Self.installed.count && Set(all) == Set(Self.installed))
    #expect(all.map(Self.catalogue.name).suffix(3) == ["de", "pt", "pt-br"])
  }

  @Test(arguments: [
    ("en-uss", ["en-us", "mb-us1", "en-gb"]),
    ("english america", ["en-us", "en-gb-scotland", "en-gb"]),
    ("mb-us2", ["mb-us1", "en-us", "en-gb"]),
    ("en-us+f5", ["en-us+f3", "en-us+f4", "en-us+m3"]),
    ("en-uss+f3", ["en-us+f3", "mb-us1+f3", "en-gb+f3"]),
    ("dee+nothing", ["de", "en-gb", "pt"]),
  ])
  func `An unknown name is told the three nearest that there are`(name: String, nearest: [String]) {
    #expect(Self.catalogue.find(name) == nil)
    #expect(Self.catalogue.nearest(to: name) == nearest)
    for name in nearest { #expect(Self.catalogue.find(name) != nil) }
  }
}
