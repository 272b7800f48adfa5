import Cue
import CueInterface
import Settings
import Testing

@testable import cuectl

/// What people read.
@Suite struct LinesTests {
  private static let events: [(event: Event, words: String)] = [
    (.start(week: 3, day: 2, warmup: .seconds(300)), "start, week 3, day 2, warmup 300 s"),
    (.transition(.run, .seconds(60)), "transition, run 60 s"),
    (.transition(.walk, .seconds(90)), "transition, walk 90 s"),
    (.warning, "warning"),
    (.halfway, "halfway"),
    (.minute(5), "minute 5"),
    (.cooldown(.seconds(390)), "cooldown, 390 s"),
    (.complete(week: 9, day: 3), "complete, week 9, day 3"),
    (.paused, "paused"),
    (.resumed, "resumed"),
    (.say("Go!", chime: "bell"), "say \"Go!\""),
    (.say("", chime: "bell"), "chime bell"),
    (.say(String(repeating: "é", count: 60), chime: nil), "say \"\(String(repeating: "é", count: 60))\""),
    (.say(String(repeating: "é", count: 61), chime: nil), "say \"\(String(repeating: "é", count: 59))…\""),
  ]

  @Test(arguments: events)
  func `An event is told with what belongs to it`(event: Event, words: String) {
    #expect(event.words == words)
  }

  @Test func `The status is told in columns`() {
    let status = Cues.GetStatus.Reply(
      version: "1.2", pid: 77,
      output: Cues.Output(server: "PulseAudio 16.1", sink: "headphones", ducking: "role", reason: "cued has loaded it"),
      voice: "en-gb", playing: WireCue(id: "a", session: "s", event: .halfway), waiting: 3, connections: 2)
    #expect(
      status.lines.joined(separator: "\n") == """
        cued          1.2, process 77
        sound server  PulseAudio 16.1
        output        headphones
        ducking       role: cued has loaded it
        voice         en-gb
        playing       halfway (s/a)
        waiting       3
        clients       2, this one included
        """)
  }

  @Test func `Without a sound server the status says why`() {
    let status = Cues.GetStatus.Reply(
      version: "1.2", pid: 77, output: Cues.Output(server: nil, sink: nil, ducking: "off", reason: "it is away"),
      voice: nil, playing: nil, waiting: 0, connections: 1)
    #expect(
      status.lines.joined(separator: "\n") == """
        cued          1.2, process 77
        sound server  none: it is away
        output        none
        ducking       off
        voice         not chosen yet
        playing       nothing
        waiting       0
        clients       1, this one included
        """)
  }

  @Test func `Where cues are not journaled, the status names what a crash would lose`() {
    let status = Cues.GetStatus.Reply(
      version: "1.2", pid: 77, output: Cues.Output(server: nil, sink: nil, ducking: "off", reason: "it is away"),
      voice: nil, playing: nil, waiting: 0, connections: 1, unjournaled: "the disk is full")
    #expect(status.lines.last == "journal       none: the disk is full")
  }

  @Test func `Where the voice that is set is missing, the status says so`() {
    let status = Cues.GetStatus.Reply(
      version: "1.2", pid: 77, output: Cues.Output(server: nil, sink: nil, ducking: "off", reason: "it is away"),
      voice: "en-us", missingVoice: "mb-us1", playing: nil, waiting: 0, connections: 1)
    #expect(status.lines[4] == "voice         en-us; mb-us1, which is set, is not installed")
  }

  @Test func `Voices are told in a table, the one that is set with a star, and variants below it`() {
    func voice(_ name: String, _ title: String, _ gender: Voices.Gender?, _ kind: Voices.Voice.Kind, set: Bool = false)
      -> Voices.Voice
    {
      Voices.Voice(name: name, title: title, languages: ["en-us", "en"], gender: gender, kind: kind, set: set)
    }
    let reply = Voices.List.Reply(
      voices: [
        voice("en-us", "English (America)", .male, .formant, set: true), voice("mb-us1", "us-mbrola-1", nil, .mbrola),
      ],
      variants: [
        Voices.Variant(name: "klatt", gender: .male, set: false),
        Voices.Variant(name: "f3", gender: .female, set: false),
        Voices.Variant(name: "f1", gender: .female, set: true),
      ])
    #expect(
      reply.lines.joined(separator: "\n") == """
          NAME    LANGUAGE  GENDER  KIND     FULL NAME
        * en-us   en-us     male    formant  English (America)
          mb-us1  en-us             mbrola   us-mbrola-1

        Variants, named behind a voice as in en-us+f1:
          female  *f1, f3
          male    klatt
        """)
    #expect(Voices.List.Reply(voices: [], variants: []).lines.isEmpty)
  }

  private static let units: [(text: String, verdict: Cues.Finding.Verdict, words: String)] = [
    ("", .ok, "no service manager of yours runs: cuectl and couch5k start cued themselves"),
    (
      unit("cued.socket", load: "not-found", active: "inactive")
        + unit("cued.service", load: "not-found", active: "inactive"),
      .warning, "cued.socket and cued.service are not installed: cuectl and couch5k start cued themselves"
    ),
    (
      unit("cued.socket", active: "inactive", file: "disabled") + unit("cued.service", active: "inactive"), .warning,
      "cued.socket is inactive"
    ),
    (
      unit("cued.socket", active: "active", file: "enabled")
        + unit("cued.service", active: "failed", result: "watchdog"),
      .failure, "cued.service has failed (watchdog)"
    ),
    (
      unit("cued.socket", active: "active", file: "enabled") + unit("cued.service", active: "active"), .ok,
      "cued.socket is active, and enabled"
    ),
  ]

  private static func unit(
    _ name: String, load: String = "loaded", active: String, file: String = "", result: String = "success"
  ) -> String {
    "Result=\(result)\nId=\(name)\nLoadState=\(load)\nActiveState=\(active)\nUnitFileState=\(file)\n\n"
  }

  @Test(arguments: units)
  func `What the service manager tells of the units is judged`(
    text: String, verdict: Cues.Finding.Verdict, words: String
  ) {
    let finding = UserUnits(text).finding
    #expect(finding.verdict == verdict && finding.finding == words)
    #expect((finding.advice == nil) == (verdict == .ok))
  }

  private static let output = Cues.Output(server: "PulseAudio 16.1", sink: "out", ducking: "role", reason: "x")
  private static let replies: [(reply: Cues.Monitor.Reply, lines: [String])] = [
    (Cues.Monitor.Reply(), []),
    (Cues.Monitor.Reply(output: output), ["output      PulseAudio 16.1, sink out, ducking role: x"]),
    (
      Cues.Monitor.Reply(output: Cues.Output(server: nil, sink: nil, ducking: "off", reason: "it is away")),
      ["output      none: it is away"]
    ),
    (
      Cues.Monitor.Reply(
        change: Cues.Change(
          cue: WireCue(id: "a", session: "s", event: .minute(5)), state: .superseded, reason: "a later one is due")),
      ["superseded  minute 5 (s/a): a later one is due"]
    ),
    (
      Cues.Monitor.Reply(
        cues: [
          Cues.Change(cue: WireCue(id: "a", event: .halfway), state: .playing),
          Cues.Change(cue: WireCue(id: "b", event: .say("Go!", chime: nil)), state: .queued),
        ], output: output),
      [
        "output      PulseAudio 16.1, sink out, ducking role: x", "playing     halfway (a)",
        "queued      say \"Go!\" (b)",
      ]
    ),
    (
      Cues.Monitor.Reply(settings: [.init(name: "rate", value: .number(200)), .init(name: "voice", value: nil)]),
      ["setting     rate 200", "setting     voice is not set"]
    ),
  ]

  @Test(arguments: replies)
  func `A monitor tells one change a line`(reply: Cues.Monitor.Reply, lines: [String]) {
    #expect(reply.lines == lines)
  }

  @Test func `Settings are told in columns, with where they come from`() throws {
    let reply = SettingsInterface.Get.Reply(
      settings: [
        .init(.voice, value: nil, source: .standard), .init(.duckDepth, value: .number(6), source: .option),
        .init(.chimes, value: .flag(false), source: .file),
      ])
    #expect(
      reply.lines == ["voice    -    default", "duck_db  6    cued's command line says so", "chimes   off  set"])
  }

  @Test func `The longest state fits into its column`() {
    for state in CueState.allCases {
      let line = Cues.Change(cue: WireCue(id: "a", event: .halfway), state: state).line
      #expect(line.hasPrefix(state.rawValue + " "))
      #expect(Array(line).dropFirst("superseded".count + 2).starts(with: "halfway"))
    }
  }

  @Test(arguments: Verb.allCases)
  func `The help of a verb lists each of its options`(verb: Verb) {
    for option in verb.options { #expect(verb.help.contains("\(option.word) ")) }
    #expect(generalHelp.contains("\n  \(verb.rawValue) "))
  }
}
