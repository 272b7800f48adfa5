import CommandLineTool
import Testing
import Workout

@testable import couch5k

@Suite(.serialized) struct CommandTests {
  @Test func `Without words the program says first what to type`() throws {
    guard case .print(let text) = try Command([String]()) else {
      Issue.record("no text")
      return
    }
    #expect(text.split(separator: "\n")[1] == "  couch5k run")
  }

  @Test(arguments: [
    (["run"], RunOptions(workout: Plan.workout(.first))),
    (["run", "--week", "3"], RunOptions(workout: Plan.workouts[6])),
    (["run", "-d2"], RunOptions(workout: Plan.workouts[1])),
    (
      ["run", "--week=9", "--day=3", "--start-at", "39:59", "--speed", "2.5", "--socket", "/tmp/s"],
      RunOptions(workout: Plan.workouts[26], startAt: .seconds(2_399), speed: 2.5, socketPath: "/tmp/s")
    ),
    (["run", "--start-at", "30:00"], RunOptions(workout: Plan.workout(.first), startAt: .seconds(1_800))),
  ])
  func `run takes its options, and week 1 day 1 where nothing is named`(words: [String], options: RunOptions) throws {
    #expect(try Command(words) == .run(options))
  }

  @Test func `render takes a workout and a file`() throws {
    let command = try Command(["render", "--week", "9", "--day", "3", "-o", "a.ogg"])
    #expect(command == .render(Plan.workouts[26], path: "a.ogg"))
  }

  @Test(arguments: [
    (["frob"], "frob: is no command; the commands are run, resume, discard, plan, show, render"),
    (["--frob"], "--frob: is no option here, or not the only one it may mean"),
    (["-h", "frob"], "frob: a command must be the first word"),
    (["--", "run"], "run: a command must be the first word"),
    (["plan", "--week", "1"], "plan: --week: is no option here, or not the only one it may mean"),
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
      ["run", "--start-at", "30:01"],
      "run: --start-at: must be minutes and seconds from 00:00 to 30:00, not 30:01"
    ),
    (
      ["run", "--week", "9", "--start-at", "noon"],
      "run: --start-at: must be minutes and seconds from 00:00 to 40:00, not noon"
    ),
    (["render", "--week", "1", "--day", "1"], "render: --output: is missing; name the file to write"),
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
