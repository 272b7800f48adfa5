import CLinux
import CommandLineTool
import CueQueue
import Glibc
import RunScreen

/// What a runner is told of a run that was not finished, and asked.
struct RecoveryQuestion {
  enum Answer: Equatable {
    case resume, discard
    /// Neither, for now.
    case leave
  }

  let found: String

  init(_ run: UnfinishedRun, _ workout: PacedWorkout, age: Duration, at now: Now) {
    let place =
      switch workout.state(at: now.boot) {
      case .running(let position): "it is at \(position.elapsed.clock) of \(workout.total.clock) now"
      case .paused(let position): "it is paused at \(position.elapsed.clock) of \(workout.total.clock)"
      case .complete: "its \(workout.total.clock) are over by now"
      }
    found = "Week \(run.week), run \(run.day) was not finished: last heard of \(age.ago), \(place)."
  }

  /// Asks at the terminal until there is an answer. The end of the input is one.
  func ask() -> Answer {
    printLine(found)
    while true {
      fputs("Resume or discard it? [R/d] ", linux_stdout())
      fflush(linux_stdout())
      guard let line = readLine() else {
        printLine("")
        return .leave
      }
      if let answer = Self.answer(line) { return answer }
    }
  }

  static func answer(_ line: String) -> Answer? {
    switch line.trimmed.lowercased() {
    case "", "r", "resume": .resume
    case "d", "discard": .discard
    case "q", "quit": .leave
    default: nil
    }
  }
}

extension Duration {
  /// In words, of a time that has passed: `a moment ago`, `5 minutes ago`.
  var ago: String {
    let seconds = components.seconds
    switch seconds {
    case ..<10: return "a moment ago"
    case ..<120: return "\(seconds) seconds ago"
    case ..<7_200: return "\(seconds / 60) minutes ago"
    case ..<172_800: return "\(seconds / 3_600) hours ago"
    default: return "\(seconds / 86_400) days ago"
    }
  }
}

extension String {
  fileprivate var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }
}
