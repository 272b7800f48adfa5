import Cue
import CueInterface
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
  ]

  @Test(arguments: replies)
  func `A monitor tells one change a line`(reply: Cues.Monitor.Reply, lines: [String]) {
    #expect(reply.lines == lines)
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
