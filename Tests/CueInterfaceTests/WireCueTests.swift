import Cue
import Testing
import Varlink

@testable import CueInterface

@Suite struct WireCueTests {
  /// One of each kind, and those that have choices with each.
  static let events: [(event: Event, fields: Set<String>)] = [
    (.start(week: 3, day: 2, warmup: .seconds(300)), ["week", "day", "seconds"]),
    (.transition(.run, .seconds(1)), ["interval", "seconds"]),
    (.transition(.walk, .seconds(86_400)), ["interval", "seconds"]),
    (.warning, []),
    (.halfway, []),
    (.minute(1_440), ["count"]),
    (.cooldown(.seconds(390)), ["seconds"]),
    (.complete(week: 9, day: 3), ["week", "day"]),
    (.paused, []),
    (.resumed, []),
    (.say("Keep going.", chime: nil), ["text"]),
    (.say("", chime: "bell"), ["text", "chime"]),
    (.say("\"Läuft\" \\ 🏃🏽‍♀️", chime: "bell"), ["text", "chime"]),
  ]

  @Test func `The table has an event of every kind`() {
    #expect(Set(Self.events.map(\.event.kind)) == Set(Event.Kind.allCases))
  }

  @Test(arguments: events)
  func `An event comes out as it went in, with its own fields only`(event: Event, fields: Set<String>) throws {
    let cue = WireCue(id: "a", event: event)
    #expect(try fieldNames(of: cue) == fields.union(["id", "event"]))
    #expect(try decode(encode(cue)) == cue)
  }

  @Test(arguments: events)
  func `What every cue may have comes out as it went in`(event: Event, fields: Set<String>) throws {
    let cue = WireCue(
      id: "transition(3)", session: "monday", event: event, voice: "en-gb",
      at: WallTime(microseconds: 0), expires: WallTime(microseconds: 253_402_300_799_999_999))
    let common: Set = ["id", "event", "session", "voice", "at_usec", "expires_usec"]
    #expect(try fieldNames(of: cue) == fields.union(common))
    #expect(try decode(encode(cue)) == cue)
  }

  @Test func `The session tells where a cue's id holds`() {
    let connection = ConnectionID(7)
    let without = WireCue(id: "a", event: .halfway)
    let with = WireCue(id: "a", session: "s", event: .halfway)
    #expect(without.cue(from: connection).identity == CueIdentity("a", in: .connection(connection)))
    #expect(with.cue(from: connection).identity == CueIdentity("a", in: .session("s")))
    #expect(WireCue(without.cue(from: connection)) == without)
    #expect(WireCue(with.cue(from: connection)) == with)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\\nb\\tc", "a b c"), ("\\u0000\\u001b[1m\\u007f\\u0085", "  [1m  "), ("\\r\\n", "  "),
  ])
  func `Control characters in a text become spaces`(sent: String, text: String) throws {
    #expect(
      try decode("{\"id\":\"a\",\"event\":\"say\",\"text\":\"\(sent)\"}").event == .say(text, chime: nil))
  }

  @Test(arguments: ["x", "é", "🏃"])
  func `A text may have 2,000 characters of any kind`(character: String) throws {
    let text = String(repeating: character, count: 2_000)
    #expect(try decode(say(text)).event == .say(text, chime: nil))
  }

  @Test(arguments: [("x", 2_001, 2_001), ("🏃", 2_001, 2_001), ("🏃🏽", 1_001, 2_002)])
  func `A text with one more is refused`(character: String, count: Int, scalars: Int) {
    #expect(throws: FieldError(field: "cue.text", reason: "must have 1 to 2000 characters, not \(scalars)")) {
      try decode(say(String(repeating: character, count: count)))
    }
  }

  private func say(_ text: String) -> String { encode(WireCue(id: "a", event: .say(text, chime: nil))) }

  @Test(arguments: [("x", 128), ("é", 64)])
  func `A name may have 128 bytes`(character: String, count: Int) throws {
    let name = String(repeating: character, count: count)
    let cue = WireCue(id: name, session: name, event: .say("x", chime: name), voice: name)
    #expect(try decode(encode(cue)) == cue)
  }

  @Test(arguments: ["id", "session", "voice", "chime"], [("", 0), (String(repeating: "é", count: 65), 130)])
  func `A name that is empty or longer is refused`(field: String, name: (text: String, bytes: Int)) {
    let reason = "must have 1 to 128 bytes, not \(name.bytes)"
    #expect(throws: FieldError(field: "cue.\(field)", reason: reason)) {
      try decode(cue(with: field, "\"\(name.text)\""))
    }
  }

  @Test(arguments: ["id", "session", "voice", "chime"], ["\\n", "a\\u0000", "\\u007f", "\\u009b1m"])
  func `A name with control characters is refused`(field: String, name: String) {
    #expect(throws: FieldError(field: "cue.\(field)", reason: "must not have control characters")) {
      try decode(cue(with: field, "\"\(name)\""))
    }
  }

  private func cue(with field: String, _ value: String) -> String {
    let id = field == "id" ? "" : "\"id\":\"a\","
    return "{\(id)\"event\":\"say\",\"text\":\"x\",\"\(field)\":\(value)}"
  }
}
