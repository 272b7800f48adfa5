import History
import RunScreen
import Workout

/// What the program says when it is called with nothing: which workout is next, and how to begin it.
struct Offer: Equatable {
  enum Answer: Equatable {
    case run(WorkoutID)
    case leave
    /// It is neither.
    case unclear
  }

  /// Nil after the plan's last.
  let next: WorkoutID?

  init(_ history: RunHistory) { next = history.next }

  /// For files and pipes: what there is to type.
  var text: String {
    let begun = next == nil ? "begins one" : "begins another one"
    let words = next == nil ? [] : ["  couch5k run                   begins it"]
    let help = "\"couch5k --help\" tells what else there is."
    return ([head, ""] + words + ["  couch5k run --week W --day D  \(begun)", "", help]).joined(separator: "\n")
  }

  /// For a terminal: what can be answered.
  var question: String {
    let other = "type the week and day of \(next == nil ? "one" : "another one"), such as 2 1"
    let choices = next == nil ? "To run one again, \(other). Enter leaves." : "Enter begins it. Or \(other); q leaves."
    return head + "\n" + choices
  }

  /// What somebody means who has typed that line.
  func answer(_ line: String) -> Answer {
    let words = line.lowercased().split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    switch words {
    case "": return next.map { .run($0) } ?? .leave
    case "q", "quit", "n", "no": return .leave
    case "y", "yes": return next.map { .run($0) } ?? .unclear
    default:
      let numbers = words.split { !$0.isASCII || !$0.isNumber }.map { Int($0) }
      guard numbers.count == 2, let week = numbers[0], let day = numbers[1], let id = WorkoutID(week: week, day: day)
      else { return .unclear }
      return .run(id)
    }
  }

  private var head: String {
    guard let next else { return RunHistory.allAreDone }
    let workout = Plan.workout(next)
    return "Next is \(next.description): \(workout.work.summary) [\(workout.total.clock)]"
  }
}
