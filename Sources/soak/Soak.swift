import CommandLineTool
import EventLoop
import Glibc

private let options = [
  CommandOption("messages", value: "N", help: "how many messages 50 clients send; 1000000 where nothing is said"),
  CommandOption("cues", value: "N", help: "how many cues are timed beside bad neighbours; 30 where nothing is said"),
  CommandOption("part", value: "PART", help: "only this: messages, pairs or neighbours"),
  CommandOption("help", letter: "h", help: "show this help"),
]

/// What a daemon must bear, for longer than a test takes. Fails where one of the limits is not kept.
func runSoak() -> Never {
  signal(SIGPIPE, SIG_IGN)
  let words = Array(CommandLine.arguments.dropFirst())
  // Parts that are processes of their own.
  if words.count == 2, words[0] == EchoServer.name { EchoServer.run(at: words[1]) }
  if words.count == 2, words[0] == BadNeighbours.name { BadNeighbours.run(at: words[1]) }
  do throws(UsageError) {
    let arguments = try CommandArguments(words[...], options: options)
    if arguments.has("help") {
      printLine("Usage: soak [--part PART] [--messages N] [--cues N]\n\n\(options.help)")
      exit(ExitStatus.success)
    }
    let messages = try arguments.integer("messages", in: 200_000...1_000_000_000) ?? 1_000_000
    let cues = try arguments.integer("cues", in: 1...10_000) ?? 30
    let parts = try arguments["part"].map { name throws(UsageError) in [try Part(named: name)] } ?? Part.allCases
    Task { @EventLoop in await soak(parts, messages: messages, cues: cues) }
    while true { pause() }
  } catch {
    complain("soak", error.description)
    exit(ExitStatus.usage)
  }
}

private enum Part: String, CaseIterable {
  case messages, pairs, neighbours

  init(named name: String) throws(UsageError) {
    guard let part = Part(rawValue: name) else {
      throw UsageError("--part: must be one of \(Part.allCases.map(\.rawValue).joined(separator: ", ")), not \(name)")
    }
    self = part
  }
}

@EventLoop
private func soak(_ parts: [Part], messages: Int, cues: Int) async {
  do {
    var findings: [Finding] = []
    for part in parts {
      switch part {
      case .messages: findings.append(try await MessageSoak.run(messages: messages))
      case .pairs: findings.append(try await PairRates.measure())
      case .neighbours: findings.append(try await BadNeighbours.measure(cues: cues))
      }
    }
    exit(findings.allSatisfy(\.isKept) ? ExitStatus.success : ExitStatus.failure)
  } catch {
    complain("soak", "\(error)")
    exit(ExitStatus.failure)
  }
}

/// What was measured, printed as soon as it is known, and whether it is as it must be.
struct Finding: Sendable {
  let isKept: Bool

  init(_ what: String, limit: String, isKept: Bool) {
    self.isKept = isKept
    printLine("\(what); \(limit): \(isKept ? "kept" : "NOT KEPT")")
  }

  init(all findings: [Finding]) { isKept = findings.allSatisfy(\.isKept) }
}

/// Why it cannot go on.
struct SoakError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
