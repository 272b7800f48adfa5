import CommandLineTool
import HistoryDatabase

/// Writes what the README's pictures of couch5k are made of: the recording of a run to standard output, or the history
/// of which couch5k draws the progress into a file.
///
/// - Returns: the exit status.
func makePictures(_ arguments: [String]) -> Int32 {
  switch (arguments.count, arguments.dropFirst().first) {
  case (2, "run"): return printLine(ExampleRun.svg) ? ExitStatus.success : ExitStatus.failure
  case (3, "history"): return writeHistory(to: arguments[2])
  default:
    complain("make-pictures", "usage: make-pictures run, or make-pictures history FILE")
    return ExitStatus.usage
  }
}

private func writeHistory(to path: String) -> Int32 {
  do throws(HistoryError) {
    _ = try HistoryFile(path).add(ExampleHistory.history)
    return ExitStatus.success
  } catch {
    complain("make-pictures", error.description)
    return ExitStatus.failure
  }
}
