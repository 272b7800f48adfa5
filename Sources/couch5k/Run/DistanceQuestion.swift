import CLinux
import CommandLineTool
import Glibc
import History

/// Asks how far a run went, as a treadmill shows it.
enum DistanceQuestion {
  enum Answer: Equatable {
    case metres(Double)
    case leave
    /// It is neither.
    case unclear
  }

  /// What there is to type where nobody can be asked.
  static let hint = "\"couch5k distance METRES\" notes how far it went."

  /// Asks at the terminal until there is an answer. The end of the input is one.
  ///
  /// - Returns: metres; nil where nobody knows.
  static func ask() -> Double? {
    while true {
      fputs("How far did it go, in metres? Enter leaves that open. ", linux_stdout())
      fflush(linux_stdout())
      guard let line = readLine() else {
        printLine()
        return nil
      }
      switch answer(line) {
      case .metres(let metres): return metres
      case .leave: return nil
      case .unclear: printLine("\(line): is no number of metres, such as 4200.")
      }
    }
  }

  static func answer(_ line: String) -> Answer {
    let text = line.split { $0 == " " || $0 == "\t" }.joined()
    return text.isEmpty ? .leave : metres(text).map { .metres($0) } ?? .unclear
  }

  /// A distance that can be believed; nil for anything else.
  static func metres(_ text: String) -> Double? {
    Double(text).flatMap { CompletedRun.distances.contains($0) ? $0 : nil }
  }
}
