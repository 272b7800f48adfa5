import CommandLineTool
import EventLoop
import Glibc
import History
import HistoryDatabase
import Speech
import Workout

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

private func carryOut(_ command: Command) throws(UsageError) -> Never {
  switch command {
  case .print(let text): exit(printText(text))
  case .offer: offer()
  case .history(let request): exit(HistoryCommand(request).carryOut())
  case .run(let options): run(options)
  case .runNext(let options): run(try options.of(nextWorkout()))
  case .resume(let manner): run(runToBeResumed(manner))
  case .discard: discardUnfinishedRun()
  case .render(let options): onEventLoop(blocking: EndSignals.all) { await RenderCommand(options).carryOut() }
  }
}

private func run(_ options: RunOptions) -> Never { run(runToBeDone(options)) }

private func run(_ start: RunCommand.Start) -> Never {
  onEventLoop(blocking: RunCommand.signals) { await RunCommand(start).carryOut() }
}

/// - Returns: the program's exit status.
func printText(_ text: String) -> Int32 {
  guard printLine(text) else {
    complain("couch5k", "standard output: \(String(cString: strerror(errno)))")
    return ExitStatus.failure
  }
  return ExitStatus.success
}

// MARK: - What is next

/// Says which workout is next. In a terminal it asks, and runs what is answered.
private func offer() -> Never {
  if let start = runToBeResumedFirst(RunManner()) { run(start) }
  let offer = Offer(readHistory())
  guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { exit(printText(offer.text)) }
  printLine(offer.question)
  while let line = readLine() {
    switch offer.answer(line) {
    case .run(let id): run(.anew(RunOptions(workout: Plan.workout(id))))
    case .leave: exit(ExitStatus.success)
    case .unclear: printLine("\(line): is no week, 1 to 9, and day, 1 to 3. Such as 2 1; q leaves.")
    }
  }
  exit(ExitStatus.success)
}

private func nextWorkout() -> Workout {
  let history = readHistory()
  guard let next = history.next else {
    complain("couch5k", "run: \(history.nextTitle)")
    exit(ExitStatus.failure)
  }
  return Plan.workout(next)
}

private func readHistory() -> RunHistory {
  do throws(HistoryError) {
    return try StoredHistory.read()
  } catch {
    complain("couch5k", error.description)
    complain("couch5k", "which workout is next is not known; \"couch5k run --week W --day D\" does one all the same")
    exit(ExitStatus.failure)
  }
}

// MARK: - Event loop

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
