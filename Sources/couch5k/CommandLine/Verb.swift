import CommandLineTool

/// A command of the program.
enum Verb: String, CaseIterable {
  case run, resume, discard, next, plan, show, done, undone, history, summary, progress, distance, attach, export,
    `import`, render

  var summary: String {
    switch self {
    case .run: "do a workout now, and hear when to run and when to walk"
    case .resume: "go on with a run that was not finished"
    case .discard: "end a run that was not finished"
    case .next: "which workout is next"
    case .plan: "the nine weeks at a glance, and what is done of them"
    case .show: "one workout, interval by interval"
    case .done: "mark a workout as done, as after months with another program"
    case .undone: "mark a workout as not done"
    case .history: "all runs, the newest first"
    case .summary: "a run's figures and intervals"
    case .progress: "how far you have come, week by week"
    case .distance: "say how far a run went"
    case .attach: "measure a run by the GPX file of a watch or a phone"
    case .export: "write the history to a file"
    case .import: "add a file's runs to the history"
    case .render: "a workout's cues as a sound file"
    }
  }

  /// How many operands it takes at most.
  var operands: Int {
    switch self {
    case .run, .resume, .discard, .next, .plan, .show, .done, .undone, .history, .progress, .render: 0
    case .summary, .export, .import: 1
    case .distance, .attach: 2
    }
  }

  var options: [CommandOption] { ownOptions + [Self.helpOption] }

  static let helpOption = CommandOption("help", letter: "h", help: "show this help")

  private var ownOptions: [CommandOption] {
    switch self {
    case .run:
      Self.workoutOptions + [
        CommandOption("start-at", value: "MM:SS", help: "begin so far into the workout"),
        CommandOption("speed", value: "N", help: "run the workout's clock N times as fast, 1 to 1000"),
        CommandOption("drills", help: "warm up with five drills on the spot first"),
        Self.distanceOption, Self.playerOption, Self.socketOption,
      ]
    case .resume: [Self.distanceOption, Self.playerOption, Self.socketOption]
    case .discard, .next, .distance, .attach, .export, .import: []
    case .history: [Self.jsonOption, CommandOption("csv", help: "print comma-separated values for programs")]
    case .summary: [Self.jsonOption]
    case .plan, .progress: [Self.jsonOption, CommandOption("svg", value: "FILE", help: "draw it in an SVG file")]
    case .show: Self.workoutOptions + [Self.jsonOption]
    case .done: Self.workoutOptions + [Self.beforeOption]
    case .undone:
      Self.workoutOptions + [
        Self.beforeOption, CommandOption("and-after", help: "and all the workouts after it"),
      ]
    case .render:
      Self.workoutOptions + [
        CommandOption("output", letter: "o", value: "FILE", help: "the file to write"),
        CommandOption("music", value: "FILE", help: "mix the cues into this music; more files may follow"),
        CommandOption(
          "duck-db", value: "N", help: "by how many decibels the music gets quieter, 0 to 60; usually 20"),
      ]
    }
  }

  private static let workoutOptions = [
    CommandOption("week", letter: "w", value: "W", help: "the week, 1 to 9"),
    CommandOption("day", letter: "d", value: "D", help: "the run of that week, 1 to 3"),
  ]

  private static let playerOption = CommandOption(
    "no-mpris", help: "leave the keys of headsets and panels to the music")

  private static let distanceOption = CommandOption("distance", help: "ask at the end how far it went")

  private static let socketOption = CommandOption(
    "socket", value: "PATH", help: "where cued listens, if not at the usual place")

  private static let beforeOption = CommandOption("and-before", help: "and all the workouts before it")

  private static let jsonOption = CommandOption("json", letter: "j", help: "print JSON for programs")
}
