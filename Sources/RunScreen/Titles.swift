import Workout

extension WorkoutID {
  /// `Week 3, run 2`
  public var title: String { "Week \(week), run \(day)" }
}

extension Interval.Kind {
  public var title: String {
    switch self {
    case .warmup: "Warm up"
    case .run: "Run"
    case .walk: "Walk"
    case .cooldown: "Cool down"
    }
  }
}
