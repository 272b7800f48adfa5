import Cue
import Ducking
import JSON
import Settings
import Testing

@Suite struct SettingsDocumentTests {
  private func read(_ text: String) throws(SettingsDocument.Malformed) -> SettingsDocument {
    try SettingsDocument(reading: Array(text.utf8))
  }

  @Test func `Nothing that is set is what holds at first`() throws {
    let settings = try read("{}").settings()
    #expect(settings == Settings())
    #expect(settings.voice == nil)
    #expect(settings.volume == 100)
    #expect(settings.pause == .milliseconds(120))
    #expect(settings.ducking == nil)
    #expect(settings.duckDepth == .standard)
    #expect(settings.wake == nil)
    #expect(Event.Kind.allCases.allSatisfy(settings.speaks))
    #expect(Chime.allCases.allSatisfy(settings.sounds))
  }

  @Test func `What is set holds`() throws {
    let settings = try read(
      """
      { voice: 'en-gb', rate: 200, pitch: 40, volume: 80, 'speech.halfway': false, 'chime.tick': false, pause: 0,
        ducking: 'volume', duck_db: 12, role: 'event', wake_ms: 250, output: 'other', }
      """
    ).settings()
    #expect(settings.voice == "en-gb")
    #expect((settings.rate, settings.pitch, settings.volume) == (200, 40, 80))
    #expect(Event.Kind.allCases.filter { !settings.speaks($0) } == [.halfway])
    #expect(Chime.allCases.filter { !settings.sounds($0) } == [.tick])
    #expect(settings.pause == .zero)
    #expect(settings.ducking == .volume)
    #expect(settings.duckDepth.decibels == 12)
    #expect(settings.role == "event")
    #expect(settings.wake == .milliseconds(250))
    #expect(settings.output == "other")
  }

  @Test func `Off for all is off for each`() throws {
    let settings = try read("{chimes: false, speech: 'off', 'chime.run': true}").settings()
    #expect(!Event.Kind.allCases.contains(where: settings.speaks))
    #expect(!Chime.allCases.contains(where: settings.sounds))
  }

  @Test func `What is said elsewhere counts more`() throws {
    let settings = try read("{rate: 200, pitch: 40}").settings(overriddenBy: ["rate": .number(90)])
    #expect((settings.rate, settings.pitch) == (90, 40))
  }

  @Test func `What is no setting is kept, and null is not set`() throws {
    var document = try read("{theme: {dark: [1, null]}, rate: null, pitch: 40}")
    #expect(document.others == ["theme": .object(["dark": .array([.integer(1), .null])])])
    #expect(document.values == ["pitch": .number(40)])
    document.set(.flag(false), for: .chimes)
    document.set(nil, for: try Setting.named("pitch"))
    #expect(document.json == .object(["theme": document.others["theme"]!, "chimes": .bool(false)]))
  }

  @Test(arguments: [
    ("{\n  rate: 900\n}", "line 2: rate must be 80 to 450 words a minute, not 900"),
    ("{\n\n  rate: 'fast', }", "line 3: rate must be 80 to 450 words a minute, not fast"),
    ("{rate: 99.5}", "line 1: rate must be 80 to 450 words a minute"),
    ("{voice: ['en']}", "line 1: voice must be a name of 1 to 128 bytes"),
    ("{rate: 100,\nrate: 200}", "line 2: rate stands in line 1 already"),
    ("{rate: 100\npitch: 1}", "line 2: a comma or } is expected"),
    ("", "line 1: an object is expected, in braces"),
  ])
  func `A mistake is named with its line and its setting`(text: String, message: String) {
    let error = #expect(throws: SettingsDocument.Malformed.self) { try read(text) }
    #expect(error?.description == message)
  }
}
