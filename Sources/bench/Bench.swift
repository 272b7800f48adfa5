import CommandLineTool
import EventLoop
import Glibc
import SoundLab

private let options = [
  CommandOption("quick", help: "5 repetitions instead of 20, 15 idle seconds instead of 30"),
  CommandOption("server", value: "KIND", help: "measure on this one alone: pulse or pipewire"),
  CommandOption("picture", value: "FILE", help: "measure nothing, and draw one cue over music as an SVG file"),
  CommandOption("json", help: "print all figures as JSON instead of the tables"),
  CommandOption("help", letter: "h", help: "show this help"),
]

/// Measures the programs beside this one, and prints what it found. It fails only where something broke: a figure that
/// misses its target is told, and no failure.
func runBench() -> Never {
  do throws(UsageError) {
    let arguments = try CommandArguments(CommandLine.arguments.dropFirst(), options: options)
    if arguments.has("help") {
      printLine("Usage: bench [--quick] [--server KIND] [--json] [--picture FILE]\n")
      printLine("Measures cued by recording it, beside other ways to speak.\n")
      printLine(options.help)
      exit(ExitStatus.success)
    }
    guard arguments.operands.isEmpty else { throw UsageError("\(arguments.operands[0]): nothing to be named here") }
    // A server that goes away while it is written to is an error like any other.
    signal(SIGPIPE, SIG_IGN)
    let effort = arguments.has("quick") ? Effort.quick : .full
    let asJSON = arguments.has("json")
    let picture = arguments["picture"]
    let kinds = try servers(arguments["server"])
    Task { @EventLoop in
      if let picture { await draw(to: picture) } else { await measure(effort, on: kinds, asJSON: asJSON) }
    }
    while true { pause() }
  } catch {
    complain("bench", error.description)
    exit(ExitStatus.usage)
  }
}

private func servers(_ name: String?) throws(UsageError) -> [SoundServer.Kind] {
  switch name {
  case nil: [.pulse, .pipewire]
  case "pulse": [.pulse]
  case "pipewire": [.pipewire]
  case let name?: throw UsageError("--server: must be pulse or pipewire, not \(name)")
  }
}

/// How much is measured.
struct Effort: Sendable {
  var repetitions: Int
  var idle: Duration

  static let full = Effort(repetitions: 20, idle: .seconds(30))
  static let quick = Effort(repetitions: 5, idle: .seconds(15))
}

@EventLoop
private func measure(_ effort: Effort, on kinds: [SoundServer.Kind], asJSON: Bool) async {
  do {
    var report = Report(machine: .present, repetitions: effort.repetitions)
    for kind in kinds {
      report.servers.append(try await ServerBenchmark.run(on: kind, effort))
    }
    report.rendering = await RenderingFigures.measure()
    printLine(asJSON ? try report.json : report.text)
    exit(ExitStatus.success)
  } catch {
    complain("bench", "\(error)")
    exit(ExitStatus.failure)
  }
}

@EventLoop
private func draw(to path: String) async {
  do {
    try await Picture.record().write(to: path)
    exit(ExitStatus.success)
  } catch {
    complain("bench", "\(error)")
    exit(ExitStatus.failure)
  }
}
