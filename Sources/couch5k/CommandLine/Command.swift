import CommandLineTool
import CueInterface
import Ducking
import History
import RunScreen
import Workout

/// What a command line asks for, checked.
enum Command: Equatable {
  /// A text that is known at once: help, version, a workout's intervals.
  case print(String)
  /// Nothing in particular: the next workout is offered.
  case offer
  case history(HistoryRequest)
  case run(RunOptions)
  /// Go on with the run that was not finished.
  case resume(RunManner)
  /// End it, as of when it was last heard of.
  case discard
  /// The workout that is next.
  case runNext(NextRunOptions)
  case render(RenderOptions)

  /// - Parameter words: the words after the program's name.
  init(_ words: some Collection<String>) throws(UsageError) {
    guard let first = words.first else {
      self = .offer
      return
    }
    if first.hasPrefix("-") {
      self = try Self.withoutVerb(words)
    } else if let verb = Verb(rawValue: first) {
      self = try verb.command(words.dropFirst())
    } else {
      let verbs = Verb.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("\(first): is no command; the commands are \(verbs)")
    }
  }

  private static func withoutVerb(_ words: some Collection<String>) throws(UsageError) -> Command {
    let arguments = try CommandArguments(words, options: Help.options)
    if let operand = arguments.operands.first { throw UsageError("\(operand): a command must be the first word") }
    return .print(arguments.has("version") ? "couch5k \(cuedVersion)" : Help.short)
  }
}

/// What `run` is to do.
struct RunOptions: Equatable {
  var workout: Workout
  /// How much of the workout counts as over when it begins; zero to all of it.
  var startAt: Duration = .zero
  /// How many seconds of the workout go by in one second.
  var speed: Double = 1
  /// Whether drills come first.
  var hasDrills = false
  var manner = RunManner()

  static let speeds = 1.0...1_000.0
}

/// How a run is done, whether it begins or goes on.
struct RunManner: Equatable {
  /// The daemon's socket; absent: the usual one.
  var socketPath: String?
  /// Whether the runner is asked afterwards how far it went.
  var asksDistance = false
  /// Whether the keys of a headset and of a desktop's panel control the run.
  var isMediaPlayer = true
}

/// What `run` is to do with the workout that is next.
struct NextRunOptions: Equatable {
  fileprivate let arguments: CommandArguments

  /// - Throws: where they are wrong whichever it is.
  fileprivate init(_ arguments: CommandArguments) throws(UsageError) {
    self.arguments = arguments
    guard let longest = Plan.workouts.max(by: { $0.total < $1.total }) else { return }
    _ = try RunOptions(longest, arguments)
  }

  /// - Throws: where that workout does not last long enough for them.
  func of(_ workout: Workout) throws(UsageError) -> RunOptions {
    do throws(UsageError) {
      return try RunOptions(workout, arguments)
    } catch {
      throw UsageError("run: \(error)")
    }
  }
}

extension Verb {
  /// - Parameter words: the words after the verb.
  func command(_ words: some Collection<String>) throws(UsageError) -> Command {
    do throws(UsageError) {
      let arguments = try CommandArguments(words, options: options)
      if arguments.has("help") { return .print(help) }
      let operands = arguments.has("music") ? Int.max : operands
      if operands == 0, let operand = arguments.operands.first {
        throw UsageError("\(operand): takes no operands, only options")
      }
      if arguments.operands.count > operands { throw UsageError("\(arguments.operands[operands]): is too much") }
      return try command(arguments)
    } catch {
      throw UsageError("\(rawValue): \(error)")
    }
  }

  private func command(_ arguments: CommandArguments) throws(UsageError) -> Command {
    switch self {
    case .resume: return .resume(RunManner(arguments))
    case .discard: return .discard
    case .run:
      guard arguments.has("week") || arguments.has("day") else { return .runNext(try NextRunOptions(arguments)) }
      return .run(try RunOptions(try arguments.workout(or: .first), arguments))
    case .next: return .history(.next)
    case .plan: return .history(.plan(try arguments.pictureForm()))
    case .show:
      let workout = try arguments.requiredWorkout()
      return .print(arguments.has("json") ? WorkoutDocument(workout).json : workout.listing)
    case .done: return .history(.mark(try arguments.workouts(), isDone: true))
    case .undone: return .history(.mark(try arguments.workouts(), isDone: false))
    case .history:
      if arguments.has("json"), arguments.has("csv") { throw UsageError("--csv: cannot be had together with --json") }
      if arguments.has("json") { return .history(.list(.file(.json))) }
      return .history(.list(arguments.has("csv") ? .file(.csv) : .table))
    case .summary: return .history(.summary(run: arguments.operands.first, asJSON: arguments.has("json")))
    case .progress: return .history(.progress(try arguments.pictureForm()))
    case .distance:
      let run = arguments.operands.count > 1 ? arguments.operands.first : nil
      return .history(.distance(run: run, metres: try arguments.metres()))
    case .attach:
      guard let file = arguments.operands.last else { throw UsageError("the GPX file is missing") }
      return .history(.attach(run: arguments.operands.count > 1 ? arguments.operands.first : nil, file: file))
    case .export:
      let (path, format) = try arguments.exchangeFile()
      return .history(.export(path, format))
    case .import:
      let (path, format) = try arguments.exchangeFile()
      return .history(.import(path, format))
    case .render: return .render(try RenderOptions(arguments))
    }
  }
}

extension RenderOptions {
  fileprivate init(_ arguments: CommandArguments) throws(UsageError) {
    guard let path = arguments["output"] else { throw UsageError("--output: is missing; name the file to write") }
    self.path = path
    workout = try arguments.requiredWorkout()
    music = arguments.list("music")
    guard let decibels = try arguments.integer("duck-db", in: DuckingDepth.range) else { return }
    guard !music.isEmpty, let depth = DuckingDepth(decibels: decibels) else {
      throw UsageError("--duck-db: is for --music, which is missing")
    }
    self.depth = depth
  }
}

extension RunOptions {
  fileprivate init(_ workout: Workout, _ arguments: CommandArguments) throws(UsageError) {
    self.workout = workout
    startAt = try arguments.startAt(in: workout)
    speed = try arguments.speed()
    hasDrills = arguments.has("drills")
    manner = RunManner(arguments)
  }
}

extension RunManner {
  fileprivate init(_ arguments: CommandArguments) {
    self.init(
      socketPath: arguments["socket"], asksDistance: arguments.has("distance"),
      isMediaPlayer: !arguments.has("no-mpris"))
  }
}

extension CommandArguments {
  /// The workout of `--week` and `--day`, each of which may be left out.
  fileprivate func workout(or standard: WorkoutID) throws(UsageError) -> Workout {
    let week = try integer("week", in: WorkoutID.weeks) ?? standard.week
    let day = try integer("day", in: WorkoutID.days) ?? standard.day
    return Self.workout(week, day)
  }

  fileprivate func requiredWorkout() throws(UsageError) -> Workout {
    let week = try requiredInteger("week", in: WorkoutID.weeks)
    let day = try requiredInteger("day", in: WorkoutID.days)
    return Self.workout(week, day)
  }

  /// The workout of `--week` and `--day`, with those before it or after it if they are asked for; in order.
  fileprivate func workouts() throws(UsageError) -> [WorkoutID] {
    let id = try requiredWorkout().id
    return WorkoutID.allCases.filter {
      $0 == id || $0 < id && has("and-before") || $0 > id && has("and-after")
    }
  }

  private static func workout(_ week: Int, _ day: Int) -> Workout {
    guard let workout = Plan.workout(week: week, day: day) else {
      preconditionFailure("the plan has no workout for a week and a day within its ranges")
    }
    return workout
  }

  /// The distance that is the last operand; nil: none is known.
  fileprivate func metres() throws(UsageError) -> Double? {
    guard let text = operands.last else { throw UsageError("the metres are missing, such as 4200") }
    if text == "none" { return nil }
    guard let metres = DistanceQuestion.metres(text) else {
      throw UsageError("\(text): must be metres from 0 to 1000000, or none")
    }
    return metres
  }

  fileprivate func pictureForm() throws(UsageError) -> PictureForm {
    guard let file = self["svg"] else { return has("json") ? .json : .text }
    if has("json") { throw UsageError("--svg: cannot be had together with --json") }
    return .svg(file: file)
  }

  fileprivate func exchangeFile() throws(UsageError) -> (String, ExchangeFormat) {
    guard let path = operands.first else { throw UsageError("the file is missing") }
    guard let format = ExchangeFormat(path: path) else { throw UsageError("\(path): must end in .json or .csv") }
    return (path, format)
  }

  fileprivate func startAt(in workout: Workout) throws(UsageError) -> Duration {
    guard let text = self["start-at"] else { return .zero }
    guard let time = Duration(clock: text), time <= workout.total else {
      throw UsageError("--start-at: must be minutes and seconds from 00:00 to \(workout.total.clock), not \(text)")
    }
    return time
  }

  fileprivate func speed() throws(UsageError) -> Double {
    guard let text = self["speed"] else { return 1 }
    guard let speed = Double(text), RunOptions.speeds.contains(speed) else {
      throw UsageError("--speed: must be a number from 1 to 1000, not \(text)")
    }
    return speed
  }
}
