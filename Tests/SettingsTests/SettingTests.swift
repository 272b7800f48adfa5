import Cue
import Ducking
import Settings
import Speech
import Testing

@Suite struct SettingTests {
  @Test func `Each setting has a name of its own, and is found by it`() throws {
    #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
    for setting in Setting.all { #expect(try Setting.named(setting.name) == setting) }
  }

  @Test func `There is one for each kind of event and for each chime`() throws {
    for kind in Event.Kind.allCases { _ = try Setting.named("speech.\(kind.rawValue)") }
    for chime in Chime.allCases { _ = try Setting.named("chime.\(chime.rawValue)") }
  }

  @Test(arguments: Setting.all)
  func `What holds where nothing is set may be set, and so may what it offers`(setting: Setting) throws {
    if let standard = setting.standard {
      #expect(try setting.checked(standard) == standard)
      #expect(try setting.value(written: standard.description) == standard)
    }
    for word in setting.words { _ = try setting.value(written: word) }
  }

  @Test(arguments: Setting.all)
  func `Each has a sentence, and words for what it may be`(setting: Setting) {
    #expect(setting.meaning.hasSuffix("."))
    #expect(setting.meaning.first?.isUppercase == true)
    #expect(!setting.expected.isEmpty)
  }

  @Test func `espeak-ng can do what may be set`() throws {
    #expect(try Setting.named("rate").kind == .number(Utterance.rates, unit: "words a minute"))
    #expect(try Setting.named("pitch").kind == .number(Utterance.pitches, unit: "on espeak-ng's scale"))
    let usual = Utterance("", voice: "en")
    #expect(Settings().rate == usual.rate)
    #expect(Settings().pitch == usual.pitch)
  }

  static let written: [(name: String, text: String, value: SettingValue)] = [
    ("rate", "80", .number(80)), ("rate", "450", .number(450)), ("pitch", "0", .number(0)),
    ("volume", "150", .number(150)),
    ("speech", "on", .flag(true)), ("speech.start", "off", .flag(false)), ("chime.tick", "off", .flag(false)),
    ("voice", "en-us+f3", .word("en-us+f3")), ("voice", "English (America)", .word("English (America)")),
    ("ducking", "auto", .word("auto")), ("ducking", "volume", .word("volume")), ("wake_ms", "auto", .word("auto")),
    ("wake_ms", "2000", .number(2_000)), ("role", "a11y", .word("a11y")),
    ("output", "alsa_output.usb-1.2", .word("alsa_output.usb-1.2")),
  ]

  @Test(arguments: written)
  func `A value is what a person writes`(name: String, text: String, value: SettingValue) throws {
    #expect(try Setting.named(name).value(written: text) == value)
  }

  static let refusals: [(name: String, text: String, message: String)] = [
    ("rate", "79", "rate must be 80 to 450 words a minute, not 79"),
    ("rate", "fast", "rate must be 80 to 450 words a minute, not fast"),
    ("rate", "99999999999999999999", "rate must be 80 to 450 words a minute, not 99999999999999999999"),
    ("pitch", "100", "pitch must be 0 to 99 on espeak-ng's scale, not 100"),
    ("volume", "151", "volume must be 0 to 150 percent, not 151"),
    ("volume", "", "volume must be 0 to 150 percent, not \"\""),
    ("speech", "maybe", "speech must be on or off, not maybe"),
    ("chimes", "true", "chimes must be on or off, not true"),
    ("ducking", "loud", "ducking must be auto, server, role, volume or off, not loud"),
    ("duck_db", "-1", "duck_db must be 0 to 60 decibels, not -1"),
    ("wake_ms", "2001", "wake_ms must be auto or 0 to 2000 milliseconds, not 2001"),
    ("role", "a b", "role must be a word of letters, digits, dashes and underscores, not a b"),
    ("role", "a,b", "role must be a word of letters, digits, dashes and underscores, not a,b"),
    ("voice", "a\tb", "voice must be a name of 1 to 128 bytes, not ab"),
  ]

  @Test(arguments: refusals)
  func `What a setting may not be is refused, and it is said what it may be`(
    name: String, text: String, message: String
  ) throws {
    let setting = try Setting.named(name)
    let error = #expect(throws: SettingError.self) { try setting.value(written: text) }
    #expect(error?.description == message)
  }

  @Test(arguments: Setting.all)
  func `Of any values that may be, each is taken, and of all others none`(setting: Setting) {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let value: SettingValue =
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: .flag(.random(using: &generator))
        case 1: .number(.random(in: -100...3_000, using: &generator))
        default: .word(["on", "off", "auto", "volume", "x", "a b", "", "\n"].randomElement(using: &generator)!)
        }
      let isTaken = (try? setting.checked(value)) != nil
      #expect(isTaken == setting.kind.mayBe(value), "\(setting.name) \(value)")
    }
  }

  @Test(arguments: [
    ("vioce", "voice"), ("Rate", "rate"), ("chime.runn", "chime.run"), ("duck-db", "duck_db"), ("wakems", "wake_ms"),
  ])
  func `An unknown name is refused, and the nearest ones are named`(name: String, meant: String) {
    do {
      Issue.record("\(try Setting.named(name))")
    } catch {
      guard case .unknown(name, let nearest) = error else {
        Issue.record(error)
        return
      }
      #expect(nearest.first == meant)
      #expect(nearest.count == 3)
    }
  }
}

extension Setting.Kind {
  /// The same said in another way, for these tests.
  fileprivate func mayBe(_ value: SettingValue) -> Bool {
    switch (self, value) {
    case (.flag, .flag), (.flag, .word("on")), (.flag, .word("off")): true
    case (.number(let range, _, _), .number(let number)): range.lowerBound <= number && number <= range.upperBound
    case (.number(_, _, let orAuto), .word("auto")): orAuto
    case (.choice(let words), .word(let word)): Set(words).contains(word)
    case (.name, .word(let word)): !["", "\n"].contains(word)
    case (.role, .word(let word)): !["", "\n", "a b"].contains(word)
    default: false
    }
  }
}
