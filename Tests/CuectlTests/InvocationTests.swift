import CommandLineTool
import Cue
import CueInterface
import Settings
import Testing

@testable import cuectl

/// Command lines, and what they ask for.
@Suite struct InvocationTests {
  private static let requests: [(words: [String], request: Invocation.Request)] = [
    (["--help"], .help(nil)),
    (["-h"], .help(nil)),
    (["--version"], .version),
    (["say", "--help"], .help(.say)),
    (["play", "-h"], .help(.play)),
    (["monitor", "--help", "--json"], .help(.monitor)),
    (["status"], .status),
    (["voices"], .voices(language: nil)),
    (["voices", "--language", "de"], .voices(language: "de")),
    (["preview", "en-us+f3"], .preview(.voice("en-us+f3", text: nil))),
    (["preview", "en-us", "Hello,", "runner."], .preview(.voice("en-us", text: "Hello, runner."))),
    (["preview", "--chime", "run"], .preview(.chime("run"))),
    (["doctor"], .doctor(isQuiet: false)),
    (["doctor", "--quiet"], .doctor(isQuiet: true)),
    (["monitor"], .monitor),
    (["cancel", "a"], .cancel(.cue(id: "a", session: nil))),
    (["cancel", "--session", "s", "a"], .cancel(.cue(id: "a", session: "s"))),
    (["cancel", "--all"], .cancel(.all(session: nil))),
    (["cancel", "--all", "--session", "s"], .cancel(.all(session: "s"))),
    (["get"], .settings(.get(nil))),
    (["get", "chimes"], .settings(.get(.chimes))),
    (["set", "wake_ms", "250"], .settings(.set([.init(name: "wake_ms", value: .number(250))]))),
    (
      ["set", "voice", "en-us+f3", "chime.run", "off"],
      .settings(
        .set([.init(name: "voice", value: .word("en-us+f3")), .init(name: "chime.run", value: .flag(false))]))
    ),
    (
      ["unset", "voice", "rate"],
      .settings(.set([.init(name: "voice", value: nil), .init(name: "rate", value: nil)]))
    ),
    (["chimes", "off"], .settings(.set([.init(name: "chimes", value: .flag(false))]))),
    (["set", "--help"], .help(.set)),
    (["set", "chimes", "--help"], .helpAbout(.chimes)),
  ]

  @Test(arguments: requests)
  func `A command line is what it says`(words: [String], request: Invocation.Request) throws {
    #expect(try Invocation(words).request == request)
  }

  private static let deliveries: [(line: String, delivery: Delivery)] = [
    ("say Hello", Delivery(content: .event(.say("Hello", chime: nil)))),
    ("say Keep going, runner", Delivery(content: .event(.say("Keep going, runner", chime: nil)))),
    ("say --chime bell Hi", Delivery(content: .event(.say("Hi", chime: "bell")))),
    ("say -- --json", Delivery(content: .event(.say("--json", chime: nil)))),
    ("say -", Delivery(content: .standardInput(chime: nil))),
    ("say --chime run -", Delivery(content: .standardInput(chime: "run"))),
    ("say - -", Delivery(content: .event(.say("- -", chime: nil)))),
    (
      "say Hi --voice en-gb --id a --session s --expires 2.5 --wait",
      Delivery(
        content: .event(.say("Hi", chime: nil)), id: "a", session: "s", voice: "en-gb", expires: .milliseconds(2_500),
        waits: true)
    ),
    ("say Hi --expires 1e-9", Delivery(content: .event(.say("Hi", chime: nil)), expires: .microseconds(1))),
    ("say Hi --at +1.5", Delivery(content: .event(.say("Hi", chime: nil)), at: .after(.milliseconds(1_500)))),
    (
      "play halfway --at 07:30 --wait",
      Delivery(
        content: .event(.halfway), at: .timeOfDay(TimeOfDay(hour: 7, minute: 30, second: 0)), waits: true)
    ),
    (
      "play start --week 3 --day 2 --seconds 300",
      Delivery(content: .event(.start(week: 3, day: 2, warmup: .seconds(300))))
    ),
    ("play transition --interval run --seconds 60", Delivery(content: .event(.transition(.run, .seconds(60))))),
    ("play --seconds 90 --interval walk transition", Delivery(content: .event(.transition(.walk, .seconds(90))))),
    ("play cooldown --seconds 300", Delivery(content: .event(.cooldown(.seconds(300))))),
    // What the numbers may be is for the daemon to say.
    ("play cooldown --seconds -1", Delivery(content: .event(.cooldown(.seconds(-1))))),
    ("play complete --week 9 --day 3", Delivery(content: .event(.complete(week: 9, day: 3)))),
    ("play minute --count 5", Delivery(content: .event(.minute(5)))),
    ("play halfway", Delivery(content: .event(.halfway))),
    ("play paused", Delivery(content: .event(.paused))),
    ("play resumed --wait", Delivery(content: .event(.resumed), waits: true)),
    ("play warning --id w --session s", Delivery(content: .event(.warning), id: "w", session: "s")),
  ]

  @Test(arguments: deliveries)
  func `A cue is what its command line says`(line: String, delivery: Delivery) throws {
    #expect(try Invocation(line.split(separator: " ").map(String.init)).request == .deliver(delivery))
  }

  @Test(arguments: Verb.allCases)
  func `Every verb takes a socket and prints JSON`(verb: Verb) throws {
    let operandsOfVerbs: [Verb: [String]] = [
      .say: ["Hi"], .play: ["halfway"], .cancel: ["a"], .preview: ["en-us"], .set: ["rate", "200"], .unset: ["rate"],
      .chimes: ["off"],
    ]
    let operands = operandsOfVerbs[verb] ?? []
    let plain = try Invocation([verb.rawValue] + operands)
    #expect(plain.socket == nil && !plain.isJSON)
    let both = try Invocation(["--json", verb.rawValue] + operands + ["--socket", "/run/x"])
    #expect(both == Invocation(request: plain.request, socket: "/run/x", isJSON: true))
  }
}

/// Command lines that cannot be carried out, and what is said about them.
@Suite struct UsageTests {
  private static let refusals: [(words: [String], message: String)] = [
    ([], "the verb is missing; give one of \(verbs)"),
    (["--json"], "the verb is missing; give one of \(verbs)"),
    (["sing"], "sing: is no verb; give one of \(verbs)"),
    (["say"], "say: needs a TEXT, or - to read it from standard input"),
    (["say", "Hi", "--loud"], "--loud: is no option here, or not the only one it may mean"),
    (["say", "Hi", "--voice"], "--voice: needs a value"),
    (["get", "rate", "pitch"], "pitch: get takes one NAME"),
    (["set", "rate"], "set: needs a NAME and a VALUE; \"cuectl get\" lists the names"),
    (["set", "rate", "200", "pitch"], "pitch: needs a VALUE"),
    (["set", "rate", "900"], "rate must be 80 to 450 words a minute, not 900"),
    (["set", "vioce", "en"], "there is no setting \"vioce\": did you mean voice, pitch, role?"),
    (["unset"], "unset: needs a NAME; \"cuectl get\" lists the names"),
    (["chimes"], "chimes: needs on or off"),
    (["chimes", "maybe"], "chimes must be on or off, not maybe"),
    (["play"], "play: needs an EVENT, one of \(events)"),
    (["play", "jump"], "jump: must be one of \(events)"),
    (["play", "say"], "say: must be one of \(events)"),
    (["play", "halfway", "paused"], "paused: play takes one EVENT"),
    (["play", "minute", "--count", "five"], "--count: must be a whole number, not five"),
    (["play", "cooldown", "--seconds", "1.5"], "--seconds: must be a whole number, not 1.5"),
    (
      ["play", "transition", "--seconds", "60", "--interval", "jog"], "--interval: must be run or walk, not jog"
    ),
    (
      ["say", "Hi", "--at", "noon"],
      "--at: must be +SECONDS, HH:MM[:SS] or a date and time such as 2026-01-31T18:30, not noon"
    ),
    (["cancel"], "cancel: needs the ID of a cue, or --all"),
    (["cancel", "--session", "s"], "cancel: needs the ID of a cue, or --all"),
    (["cancel", "a", "--all"], "cancel: takes an ID or --all, not both"),
    (["cancel", "a", "b"], "b: cancel takes one ID"),
    (["preview"], "preview: needs a VOICE, or --chime NAME"),
    (["preview", "en-us", "--chime", "run"], "preview: takes a VOICE or --chime, not both"),
    (["voices", "de"], "de: voices takes options only"),
    (["doctor", "now"], "now: doctor takes options only"),
    (["status", "now"], "now: status takes options only"),
    (["monitor", "now"], "now: monitor takes options only"),
  ]
  private static let verbs =
    "say, play, cancel, status, monitor, voices, preview, get, set, unset, chimes, doctor"
  private static let events = "start, transition, warning, halfway, minute, cooldown, complete, paused, resumed"

  @Test(arguments: refusals)
  func `What is wrong is named, with what is expected`(words: [String], message: String) {
    #expect(throws: UsageError(message)) { try Invocation(words) }
  }

  @Test(arguments: ["0", "-1", "soon", "", "nan", "inf", "1,5", "1e10", "1000000001"])
  func `A time to expire is a number of seconds, and not none`(value: String) {
    #expect(
      throws: UsageError("--expires: must be a number of seconds above 0, up to 1000000000, not \(value)")
    ) {
      try Invocation(["say", "Hi", "--expires", value])
    }
  }

  @Test(arguments: Verb.allCases, Option.allCases)
  func `An option is refused by the verbs that it has no meaning for`(verb: Verb, option: Option) {
    guard !verb.options.contains(option) else { return }
    let value = option.commandOption.value == nil ? [] : ["1"]
    #expect(throws: UsageError("\(option.word): has no meaning for \(verb.rawValue)")) {
      try Invocation([verb.rawValue, option.word] + value)
    }
  }

  /// A value that each option of an event may have.
  private static func values(_ options: [Option]) -> [String] {
    options.flatMap { [$0.word, $0 == .interval ? "run" : "1"] }
  }

  @Test(arguments: Event.Kind.playable)
  func `An event needs each of its options`(kind: Event.Kind) {
    for missing in kind.options {
      let words = ["play", kind.rawValue] + Self.values(kind.options.filter { $0 != missing })
      let expectation = missing == .interval ? "run or walk" : "a whole number"
      #expect(throws: UsageError("\(missing.word): is missing; give \(expectation)")) { try Invocation(words) }
    }
  }

  @Test(arguments: Event.Kind.playable)
  func `An event refuses the options of others`(kind: Event.Kind) {
    for foreign in [Option.week, .day, .interval, .seconds, .count] where !kind.options.contains(foreign) {
      let words = ["play", kind.rawValue] + Self.values(kind.options + [foreign])
      #expect(throws: UsageError("\(foreign.word): has no meaning for play \(kind.rawValue)")) {
        try Invocation(words)
      }
    }
  }
}
