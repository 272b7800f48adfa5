import CommandLineTool
import CueQueue
import EventLoop
import Glibc
import History
import HistoryDatabase

/// The run to be done: that one, or one that was not finished, if the runner would rather go on with it.
func runToBeDone(_ options: RunOptions) -> RunCommand.Start {
  runToBeResumedFirst(options.manner) ?? .anew(options)
}

/// Asks what is to become of a run that was not finished. From then on nobody else may run.
///
/// - Returns: nil where there is none any more. Does not return where the runner wants to do nothing now.
func runToBeResumedFirst(_ manner: RunManner) -> RunCommand.Start? {
  let recovery = RecoveryFile()
  claim(recovery)
  guard let run = unfinishedRun(in: recovery) else { return nil }
  let question = question(about: run)
  guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
    complain("couch5k", "\(question.found) \"couch5k resume\" goes on with it, \"couch5k discard\" ends it.")
    exit(ExitStatus.failure)
  }
  switch question.ask() {
  case .resume: return .resuming(run, manner)
  case .discard:
    putIntoHistory(run, recovery)
    return nil
  case .leave: exit(ExitStatus.success)
  }
}

/// `couch5k resume`: goes on with the run that was not finished.
func runToBeResumed(_ manner: RunManner) -> RunCommand.Start {
  let recovery = RecoveryFile()
  claim(recovery)
  guard let run = unfinishedRun(in: recovery) else {
    complain("couch5k", "resume: no run was left unfinished; \"couch5k run\" begins one")
    exit(ExitStatus.failure)
  }
  printLine(question(about: run).found)
  return .resuming(run, manner)
}

/// `couch5k discard`: leaves the run that was not finished as it is.
func discardUnfinishedRun() -> Never {
  let recovery = RecoveryFile()
  claim(recovery)
  guard let run = unfinishedRun(in: recovery) else {
    printLine("No run was left unfinished.")
    exit(ExitStatus.success)
  }
  putIntoHistory(run, recovery)
  printLine("Week \(run.week), run \(run.day) is over: it ended when it was last heard of.")
  exit(ExitStatus.success)
}

/// What was done of it, and only then it is not kept any more. Leaves where that cannot be.
private func putIntoHistory(_ run: UnfinishedRun, _ recovery: RecoveryFile) {
  let now = Now.present
  let end = run.boot(run.saved, at: now, BootID.current)
  if let workout = try? PacedWorkout(run, at: now, bootID: BootID.current),
    let recording = RunRecording(run, at: now, bootID: BootID.current)
  {
    do throws(HistoryError) {
      let outcome: CompletedRun.Outcome = run.isComplete ? .completed : .endedEarly
      try StoredHistory.open().record(recording.run(endingAt: end, elapsed: workout.elapsed(at: end), outcome))
    } catch {
      complain("couch5k", "week \(run.week), run \(run.day) cannot be put into the history: \(error)")
      complain("couch5k", "it stays in \(recovery.path) until it can")
      exit(ExitStatus.failure)
    }
  }
  recovery.remove()
}

/// Leaves where somebody else runs.
private func claim(_ recovery: RecoveryFile) {
  switch recovery.claim() {
  case .ours: break
  case .heldBy(let process):
    let who = process.map { "process \($0)" } ?? "another process"
    let what = (try? recovery.read()).map { " does week \($0.week), run \($0.day)" } ?? " is about to run"
    complain("couch5k", "\(who)\(what) already: end that one first")
    exit(ExitStatus.failure)
  case .unknown(let reason): complain("couch5k", "if couch5k crashes, this run is lost: \(recovery.path): \(reason)")
  }
}

/// One that is complete is put into the history, as could not be done before. One that leads to no run is set aside; but
/// leaves where that may only be so for this program, or for now.
private func unfinishedRun(in recovery: RecoveryFile) -> UnfinishedRun? {
  do throws(RecoveryError) {
    guard let run = try recovery.read() else { return nil }
    _ = try PacedWorkout(run, at: .present, bootID: BootID.current)
    guard run.isComplete else { return run }
    putIntoHistory(run, recovery)
    complain("couch5k", "week \(run.week), run \(run.day), which is complete, is in the history now")
    return nil
  } catch {
    guard case .damaged = error else {
      complain("couch5k", "a run was left unfinished, but \(error): \(recovery.path)")
      exit(ExitStatus.failure)
    }
    recovery.setAside()
    complain("couch5k", "a run was left unfinished, but \(error); \(recovery.path).damaged is what there is of it")
    return nil
  }
}

private func question(about run: UnfinishedRun) -> RecoveryQuestion {
  let now = Now.present
  guard let workout = try? PacedWorkout(run, at: now, bootID: BootID.current) else {
    preconditionFailure("it was tried when it was read")
  }
  return RecoveryQuestion(run, workout, age: run.age(at: now, bootID: BootID.current), at: now)
}
