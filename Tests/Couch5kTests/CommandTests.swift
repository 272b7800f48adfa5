import CommandLineTool
import Ducking
import Testing
import Workout

@testable import couch5k

@Suite(.serialized) struct CommandTests {
  @Test func `Without words the next workout is offered`() throws {
    #expect(try Command([String]()) == .offer)
  }

  @Test func `The help says first what to type`() throws {
    guard case .print(let text) = try Command(["--help"]) else {
      Issue.record("no text")
      return
    }
    #expect(text.split(separator: "\n")[1] == "  couch5k run")
  }

  @Test(arguments: [
    (["run", "--week", "3"], RunOptions(workout: Plan.workouts[6])),
    (["run", "-d2"], RunOptions(workout: Plan.workouts[1])),
    (
      ["run", "--week=9", "--day=3", "--start-at", "39:59", "--speed", "2.5", "--socket", "/tmp/s"],
      RunOptions(
        workout: Plan.workouts[26], startAt: .seconds(2_399), speed: 2.5, manner: RunManner(socketPath: "/tmp/s"))
    ),
    (
      ["run", "-d1", "--drills", "--distance"],
      RunOptions(workout: Plan.workouts[0], hasDrills: true, manner: RunManner(asksDistance: true))
    ),
    (["run", "-d1", "--start-at", "30:00"], RunOptions(workout: Plan.workouts[0], startAt: .seconds(1_800))),
  ])
  func `run takes its options, and 1 for a week or a day that is not named`(words: [String], options: RunOptions) throws
  {
    #expect(try Command(words) == .run(options))
  }

  @Test func `resume takes what is not known of the run that goes on`() throws {
    #expect(try Command(["resume"]) == .resume(RunManner()))
    let manner = RunManner(socketPath: "a", asksDistance: true)
    #expect(try Command(["resume", "--distance", "--socket", "a"]) == .resume(manner))
  }

  @Test func `run without a week and a day is for the workout that is next, whichever that will be`() throws {
    guard case .runNext(let options) = try Command(["run", "--start-at", "33:00", "--speed", "9"]) else {
      Issue.record("another command")
      return
    }
    let expected = RunOptions(workout: Plan.workouts[22], startAt: .seconds(1_980), speed: 9)
    #expect(try options.of(Plan.workouts[22]) == expected)
    #expect(throws: UsageError("run: --start-at: must be minutes and seconds from 00:00 to 30:00, not 33:00")) {
      try options.of(Plan.workout(.first))
    }
  }

  @Test(arguments: [
    (["done", "-w3", "-d2"], 7...7, true), (["done", "-w3", "-d2", "--and-before"], 0...7, true),
    (["undone", "-w1", "-d1", "--and-before"], 0...0, false),
    (["undone", "-w9", "-d2", "--and-after"], 25...26, false),
    (["undone", "-w5", "-d2", "--and-before", "--and-after"], 0...26, false),
  ])
  func `done and undone take a workout, and those before or after it`(
    words: [String], indices: ClosedRange<Int>, isDone: Bool
  ) throws {
    #expect(try Command(words) == .history(.mark(Array(WorkoutID.allCases[indices]), isDone: isDone)))
  }

  @Test(arguments: [
    (["history"], HistoryRequest.list(.table)), (["history", "--csv"], .list(.file(.csv))),
    (["history", "--json"], .list(.file(.json))), (["summary"], .summary(run: nil, asJSON: false)),
    (["summary", "1b4e", "--json"], .summary(run: "1b4e", asJSON: true)),
    (["progress"], .progress(.text)), (["progress", "--svg", "a.svg"], .progress(.svg(file: "a.svg"))),
    (["plan", "--json"], .plan(.json)), (["plan", "--svg=b"], .plan(.svg(file: "b"))),
    (["distance", "4200"], .distance(run: nil, metres: 4_200)),
    (["distance", "1b4e", "3.5e3"], .distance(run: "1b4e", metres: 3_500)),
    (["distance", "none"], .distance(run: nil, metres: nil)),
    (["attach", "a.gpx"], .attach(run: nil, file: "a.gpx")),
    (["attach", "1b4e", "a"], .attach(run: "1b4e", file: "a")),
    (["export", "a/b.CSV"], .export("a/b.CSV", .csv)), (["import", "b.json"], .import("b.json", .json)),
  ])
  func `What is asked of the history`(words: [String], request: HistoryRequest) throws {
    #expect(try Command(words) == .history(request))
  }

  @Test func `render takes a workout and a file`() throws {
    let command = try Command(["render", "--week", "9", "--day", "3", "-o", "a.ogg"])
    #expect(command == .render(RenderOptions(workout: Plan.workouts[26], path: "a.ogg")))
  }

  @Test(arguments: [
    ["--music", "a", "b", "c"], ["--music=a", "--music", "b", "c"], ["--music", "a", "b", "--music", "c"],
  ])
  func `render takes any number of music files, as a shell names them`(words: [String]) throws {
    let command = try Command(["render", "-w1", "-d1", "-o", "a.ogg"] + words + ["--duck-db", "12"])
    let depth = try #require(DuckingDepth(decibels: 12))
    let options = RenderOptions(
      workout: Plan.workouts[0], path: "a.ogg", music: ["a", "b", "c"], depth: depth)
    #expect(command == .render(options))
  }

  @Test(arguments: [
    (
      ["frob"],
      "frob: is no command; the commands are run, resume, discard, next, plan, show, done, undone, "
        + "history, summary, progress, distance, attach, export, import, render"
    ),
    (["--frob"], "--frob: is no option here, or not the only one it may mean"),
    (["-h", "frob"], "frob: a command must be the first word"),
    (["--", "run"], "run: a command must be the first word"),
    (["plan", "--week", "1"], "plan: --week: is no option here, or not the only one it may mean"),
    (["history", "--csv", "--json"], "history: --csv: cannot be had together with --json"),
    (["progress", "--svg", "a.svg", "--json"], "progress: --svg: cannot be had together with --json"),
    (["summary", "a", "b"], "summary: b: is too much"),
    (["distance"], "distance: the metres are missing, such as 4200"),
    (["distance", "far"], "distance: far: must be metres from 0 to 1000000, or none"),
    (["distance", "--", "-1"], "distance: -1: must be metres from 0 to 1000000, or none"),
    (["attach"], "attach: the GPX file is missing"),
    (["export"], "export: the file is missing"),
    (["export", "json"], "export: json: must end in .json or .csv"),
    (["import", "a.gpx"], "import: a.gpx: must end in .json or .csv"),
    (["plan", "now"], "plan: now: takes no operands, only options"),
    (["show", "--day", "1"], "show: --week: is missing; give a whole number from 1 to 9"),
    (["show", "--week", "1"], "show: --day: is missing; give a whole number from 1 to 3"),
    (["show", "--week", "10", "--day", "1"], "show: --week: must be a whole number from 1 to 9, not 10"),
    (["run", "--day", "0"], "run: --day: must be a whole number from 1 to 3, not 0"),
    (["run", "--speed", "0.9"], "run: --speed: must be a number from 1 to 1000, not 0.9"),
    (["run", "--speed", "nan"], "run: --speed: must be a number from 1 to 1000, not nan"),
    (["run", "--speed", "1001"], "run: --speed: must be a number from 1 to 1000, not 1001"),
    (["run", "--speed", "fast"], "run: --speed: must be a number from 1 to 1000, not fast"),
    (
      ["run", "--week", "1", "--start-at", "30:01"],
      "run: --start-at: must be minutes and seconds from 00:00 to 30:00, not 30:01"
    ),
    (
      ["run", "--start-at", "40:01"],
      "run: --start-at: must be minutes and seconds from 00:00 to 40:00, not 40:01"
    ),
    (
      ["run", "--week", "9", "--start-at", "noon"],
      "run: --start-at: must be minutes and seconds from 00:00 to 40:00, not noon"
    ),
    (["render", "--week", "1", "--day", "1"], "render: --output: is missing; name the file to write"),
    (["render", "-w1", "-d1", "-oa.wav", "a.mp3"], "render: a.mp3: takes no operands, only options"),
    (["render", "-w1", "-d1", "-oa.wav", "--duck-db", "9"], "render: --duck-db: is for --music, which is missing"),
    (
      ["render", "-w1", "-d1", "-oa.wav", "--music", "a", "--duck-db", "61"],
      "render: --duck-db: must be a whole number from 0 to 60, not 61"
    ),
  ])
  func `What cannot be done is refused in one line that names it and says what was expected`(
    words: [String], message: String
  ) {
    #expect(throws: UsageError(message)) { try Command(words) }
  }

  @Test(arguments: Verb.allCases)
  func `Every command has a help that names all its options`(verb: Verb) throws {
    guard case .print(let text) = try Command([verb.rawValue, "--help"]) else {
      Issue.record("no text")
      return
    }
    #expect(text.hasPrefix("Usage: couch5k \(verb.rawValue)"))
    for option in verb.options { #expect(text.contains("--\(option.name)")) }
  }
}
