/// Couch to 5K: nine weeks of three workouts each.
public enum Plan {
  /// The walk that begins each workout.
  public static let warmup: Duration = .minutes(5)
  /// The walk that ends each workout, before a walk at the end of the work is joined to it.
  public static let cooldown: Duration = .minutes(5)

  static let weeks: [Week] = [
    // 1
    .same(.repeated(8, .run(.seconds(60)), .walk(.seconds(90)))),
    // 2
    .same(.repeated(6, .run(.seconds(90)), .walk(.minutes(2)))),
    // 3
    .same(.repeated(2, .run(.seconds(90)), .walk(.seconds(90)), .run(.minutes(3)), .walk(.minutes(3)))),
    // 4
    .same(
      .once(
        .run(.minutes(3)), .walk(.seconds(90)), .run(.minutes(5)), .walk(.seconds(150)),
        .run(.minutes(3)), .walk(.seconds(90)), .run(.minutes(5)))),
    // 5
    .each(
      .repeated(3, .run(.minutes(5)), .walk(.minutes(3))),
      .once(.run(.minutes(8)), .walk(.minutes(5)), .run(.minutes(8))),
      .once(.run(.minutes(20)))),
    // 6
    .each(
      .once(.run(.minutes(5)), .walk(.minutes(3)), .run(.minutes(8)), .walk(.minutes(3)), .run(.minutes(5))),
      .once(.run(.minutes(10)), .walk(.minutes(3)), .run(.minutes(10))),
      .once(.run(.minutes(25)))),
    // 7
    .same(.once(.run(.minutes(25)))),
    // 8
    .same(.once(.run(.minutes(28)))),
    // 9
    .same(.once(.run(.minutes(30)))),
  ]

  /// All 27, in order.
  public static let workouts = zip(WorkoutID.allCases, weeks.flatMap(\.days)).map { Workout($0, $1) }

  public static func workout(_ id: WorkoutID) -> Workout {
    workouts[(id.week - 1) * WorkoutID.days.count + id.day - 1]
  }

  /// Nil if the plan has no such week (1–9) or no such day (1–3).
  public static func workout(week: Int, day: Int) -> Workout? { WorkoutID(week: week, day: day).map(workout) }

  /// The workout to do next: the one after the furthest that is complete, whatever was left out before it.
  ///
  /// - Parameter complete: The workouts that are complete, in any order.
  /// - Returns: Nil when the plan's last one is complete.
  public static func next(after complete: some Sequence<WorkoutID>) -> WorkoutID? {
    guard let furthest = complete.max() else { return .first }
    return furthest.next
  }
}

/// The work of a week's three days.
enum Week {
  case same(Work)
  case each(Work, Work, Work)

  var days: [Work] {
    switch self {
    case .same(let work): [work, work, work]
    case .each(let first, let second, let third): [first, second, third]
    }
  }
}
