import CommandLineTool
import DeliveryLab
import EventLoop
import FoundationEssentials
import Glibc
import SoundLab

private let options = [
  CommandOption("kills", value: "N", help: "how often the daemon is killed on each server; 200 where nothing is said"),
  CommandOption("quick", help: "kill it 10 times"),
  CommandOption("server", value: "KIND", help: "on this one alone: pulse, pulseNoRewind or pipewire"),
  CommandOption("without-journal", help: "delete the journal after each kill: shows that this would be noticed"),
  CommandOption("help", letter: "h", help: "show this help"),
]

/// Kills a daemon at random moments while numbered cues are sent to it, and prints which were heard. Fails where one was
/// not heard whole, once and in order.
func runBenchDelivery() -> Never {
  signal(SIGPIPE, SIG_IGN)
  do throws(UsageError) {
    let arguments = try CommandArguments(CommandLine.arguments.dropFirst(), options: options)
    if arguments.has("help") {
      printLine("Usage: bench-delivery [--kills N] [--quick] [--server KIND] [--without-journal]\n")
      printLine("Counts on private sound servers which cues are heard of a daemon that is killed again and again.\n")
      printLine(options.help)
      exit(ExitStatus.success)
    }
    guard arguments.operands.isEmpty else { throw UsageError("\(arguments.operands[0]): nothing to be named here") }
    let usual = arguments.has("quick") ? 10 : 200
    var trial = DeliveryTrial.Options(kills: try arguments.integer("kills", in: 1...10_000) ?? usual)
    trial.keepsJournal = !arguments.has("without-journal")
    let kinds = try chosenKinds(arguments["server"])
    EventLoop.enqueue { [trial] in Task { @EventLoop in await measure(trial, on: kinds) } }
    while true { pause() }
  } catch {
    complain("bench-delivery", error.description)
    exit(ExitStatus.usage)
  }
}

private func chosenKinds(_ name: String?) throws(UsageError) -> [SoundServer.Kind] {
  guard let name else { return [.pulse, .pipewire] }
  guard let kind = SoundServer.Kind(rawValue: name) else { throw UsageError("--server: there is no server \(name)") }
  return [kind]
}

@EventLoop
private func measure(_ options: DeliveryTrial.Options, on kinds: [SoundServer.Kind]) async {
  do {
    var wrong = 0
    for kind in kinds {
      let (delivery, recording) = try await DeliveryTrial.run(on: kind, options)
      printLine(
        """
        \(kind): killed \(delivery.kills.count) times; \(delivery.answered.count) cues accepted, \
        \(delivery.unanswered.count) not answered; heard whole \(delivery.whole), cut off by a kill \(delivery.cut), \
        again after a kill within 50 ms of their end \(delivery.again); wrong: \(delivery.faults.count)
        """)
      for fault in delivery.faults { printLine("  \(fault)") }
      if !delivery.faults.isEmpty { printLine("  the recording: \(try keep(recording, of: kind))") }
      wrong += delivery.faults.count
    }
    exit(wrong == 0 ? ExitStatus.success : ExitStatus.failure)
  } catch {
    complain("bench-delivery", "\(error)")
    exit(ExitStatus.failure)
  }
}

/// - Returns: the file's path.
private func keep(_ recording: Recording, of kind: SoundServer.Kind) throws -> String {
  let path = FileManager.default.temporaryDirectory.appending(path: "cued-delivery-\(kind)-\(getpid()).wav").path
  try recording.write(wav: path)
  return path
}
