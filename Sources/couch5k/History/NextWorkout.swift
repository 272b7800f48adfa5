import History
import RunScreen
import Workout

extension RunHistory {
  static let allAreDone = "All \(WorkoutID.allCases.count) runs are done."

  /// `Week 3, run 2`, or that all are done and what can be done then.
  var nextTitle: String { next?.title ?? "\(Self.allAreDone) Any of them can be run again, with --week and --day." }

  /// `Next is week 3, run 2.`
  var nextSentence: String { next.map { "Next is \($0.description)." } ?? Self.allAreDone }
}
