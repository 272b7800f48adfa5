import Workout

/// What a command line asks of the history.
enum HistoryRequest: Equatable {
  case next
  case plan(asJSON: Bool)
  case mark([WorkoutID], isDone: Bool)
}
