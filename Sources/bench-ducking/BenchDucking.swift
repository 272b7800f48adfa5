import CommandLineTool
import EventLoop
import Glibc
import SoundLab

private let options = [
  CommandOption("quick", help: "few repetitions of each"),
  CommandOption("load", help: "measure timing and crashes with every core busy"),
  CommandOption("only", value: "SECTION", help: "one section: \(Section.names)"),
  CommandOption("server", value: "KIND", help: "on this one alone: pulse, pulseNoRewind or pipewire"),
  CommandOption("help", letter: "h", help: "show this help"),
]

/// What is measured, in the order in which it is printed.
enum Section: String, CaseIterable, Sendable {
  case timing, crashes, random, whole, roles, punctual, idle

  static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// Measures what cues do to the person's volumes, and prints what it found. It fails where a volume was left changed or
/// a cue was not heard whole; a figure that misses its target is told, and no failure.
func runBenchDucking() -> Never {
  do throws(UsageError) {
    let arguments = try CommandArguments(CommandLine.arguments.dropFirst(), options: options)
    if arguments.has("help") {
      printLine("Usage: bench-ducking [--quick] [--load] [--only SECTION] [--server KIND]\n")
      printLine("Measures on private sound servers what cues do to the volumes of players.\n")
      printLine(options.help)
      exit(ExitStatus.success)
    }
    guard arguments.operands.isEmpty else { throw UsageError("\(arguments.operands[0]): nothing to be named here") }
    // A server that goes away while it is written to is an error like any other.
    signal(SIGPIPE, SIG_IGN)
    var effort = arguments.has("quick") ? Effort.quick : .full
    if let name = arguments["server"] {
      guard let kind = SoundServer.Kind(rawValue: name) else {
        throw UsageError("--server: there is no server \(name)")
      }
      effort.server = kind
    }
    let isLoaded = arguments.has("load")
    let sections = try chosenSections(arguments["only"], isLoaded: isLoaded)
    EventLoop.enqueue { [effort] in Task { @EventLoop in await measure(sections, effort, isLoaded: isLoaded) } }
    while true { pause() }
  } catch {
    complain("bench-ducking", error.description)
    exit(ExitStatus.usage)
  }
}

private func chosenSections(_ name: String?, isLoaded: Bool) throws(UsageError) -> [Section] {
  guard let name else { return isLoaded ? [.timing, .crashes, .punctual] : Section.allCases }
  guard let section = Section(rawValue: name) else { throw UsageError("--only: there is no section \(name)") }
  return [section]
}

@EventLoop
private func measure(_ sections: [Section], _ effort: Effort, isLoaded: Bool) async {
  do {
    let load = isLoaded ? try Load() : nil
    var wrong = 0
    for section in sections {
      switch section {
      case .timing: wrong += try await measureTiming(effort)
      case .random: wrong += try await measureRandomHistories(effort)
      case .crashes: wrong += try await measureCrashes(effort)
      case .roles: wrong += try await measureRoles(effort)
      case .whole: wrong += try await measureWholeCues(effort)
      case .punctual: try await measurePunctuality(effort)
      case .idle: try await measureIdle(effort)
      }
    }
    await load?.end()
    printLine(wrong == 0 ? "\nNo volume was left changed." : "\n\(wrong) times something was wrong: see above.")
    exit(wrong == 0 ? ExitStatus.success : ExitStatus.failure)
  } catch {
    complain("bench-ducking", "\(error)")
    exit(ExitStatus.failure)
  }
}
