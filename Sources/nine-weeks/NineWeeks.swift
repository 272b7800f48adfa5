import CommandLineTool
import EventLoop
import Glibc
import RunLab

private let options = [
  CommandOption("speed", value: "N", help: "how fast the workouts' clock goes, 1 to 1000; 60 where nothing is said"),
  CommandOption("seed", value: "N", help: "what chance goes by: the same disturbs the runs in the same way"),
  CommandOption("workouts", value: "N", help: "how many are run, from the first; 27 where nothing is said"),
  CommandOption("help", letter: "h", help: "show this help"),
]

/// Runs the nine weeks and prints what was heard of each workout. Fails where something was not heard that should have
/// been, or twice.
func runNineWeeks() -> Never {
  signal(SIGPIPE, SIG_IGN)
  do throws(UsageError) {
    let arguments = try CommandArguments(CommandLine.arguments.dropFirst(), options: options)
    if arguments.has("help") {
      printLine("Usage: nine-weeks [--speed N] [--seed N] [--workouts N]\n\n\(options.help)")
      exit(ExitStatus.success)
    }
    guard arguments.operands.isEmpty else { throw UsageError("\(arguments.operands[0]): nothing to be named here") }
    let speed = try arguments.integer("speed", in: 1...1_000) ?? 60
    let seed = try arguments.integer("seed", in: 0...Int.max) ?? Int.random(in: 0..<1_000_000)
    let workouts = try arguments.integer("workouts", in: 1...27) ?? 27
    let plan = NineWeeks.Options(speed: Double(speed), seed: UInt64(seed), workouts: workouts)
    EventLoop.enqueue { Task { @EventLoop in await run(plan) } }
    while true { pause() }
  } catch {
    complain("nine-weeks", error.description)
    exit(ExitStatus.usage)
  }
}

@EventLoop
private func run(_ options: NineWeeks.Options) async {
  printLine("seed \(options.seed), \(Int(options.speed)) times as fast as a person runs\n")
  printLine("run    heard  superseded  late  passed by  what happened to it")
  var faults = 0
  do {
    let done = try await NineWeeks.run(options) { report in
      printLine(report.row)
      for fault in report.faults { printLine("       wrong: \(fault)") }
      faults += report.faults.count
    }
    printLine("\nin the history: \(done) of \(options.workouts); wrong: \(faults)")
    exit(faults == 0 && done == options.workouts ? ExitStatus.success : ExitStatus.failure)
  } catch {
    complain("nine-weeks", "\(error)")
    exit(ExitStatus.failure)
  }
}

extension RunReport {
  fileprivate var row: String {
    let numbers = [("\(heard)", 6), ("\(superseded)", 12), ("\(late)", 6), ("\(passed)", 11)]
    let cells = numbers.map { text, width in String(repeating: " ", count: width - text.count) + text }.joined()
    return "\(week), \(day)  \(cells)  \(disturbances.joined(separator: ", "))"
  }
}
