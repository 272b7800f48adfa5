import CommandLineTool
import EventLoop
import Glibc
import Speech

/// The whole program: what it is called with, it does, and leaves.
func runCouch5k() -> Never {
  openStandardFiles()
  let words = CommandLine.arguments.dropFirst()
  if words.elementsEqual([speechWorkerArgument]) { runSpeechWorker() }
  do throws(UsageError) {
    try carryOut(Command(words))
  } catch {
    complain("couch5k", error.description)
    exit(ExitStatus.usage)
  }
}

private func carryOut(_ command: Command) -> Never {
  switch command {
  case .print(let text): exit(printText(text))
  case .run(let options):
    guard let start = runToBeDone(options) else { exit(ExitStatus.success) }
    run(start)
  case .resume(let socketPath): run(runToBeResumed(socketPath: socketPath))
  case .discard: discardUnfinishedRun()
  case .render(let workout, let path):
    onEventLoop(blocking: EndSignals.all) { await RenderCommand(workout, path).carryOut() }
  }
}

private func run(_ start: RunCommand.Start) -> Never {
  onEventLoop(blocking: RunCommand.signals) { await RunCommand(start).carryOut() }
}

/// - Returns: the program's exit status.
private func printText(_ text: String) -> Int32 {
  guard printLine(text) else {
    complain("couch5k", "standard output: \(String(cString: strerror(errno)))")
    return ExitStatus.failure
  }
  return ExitStatus.success
}

/// Carries something out on the event loop, and exits with the status that it returns.
///
/// - Parameter signals: those that the loop receives as events.
private func onEventLoop(blocking signals: [Int32], _ body: @escaping @Sendable @EventLoop () async -> Int32) -> Never {
  // A reader who has gone, of the output or of the socket, must not end a run.
  signal(SIGPIPE, SIG_IGN)
  SignalWatch.block(signals)
  Task { @EventLoop in exit(await body()) }
  while true { pause() }
}
