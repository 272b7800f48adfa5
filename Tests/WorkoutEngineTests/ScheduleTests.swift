import Cue
import Testing
import Workout
import WorkoutEngine

@Suite struct ScheduleTests {
  @Test(
    arguments: [
      (
        5, 3,
        """
        0 start, 290 warning-0, 300 transition-1, 600 minute-1-5, 900 halfway-1, 900 minute-1-10, 1200 minute-1-15, \
        1490 warning-1, 1500 transition-2, 1790 warning-2, 1800 complete
        """
      ),
      (
        5, 2,
        """
        0 start, 290 warning-0, 300 transition-1, 540 halfway-1, 770 warning-1, 780 transition-2, 1070 warning-2, \
        1080 transition-3, 1320 halfway-3, 1550 warning-3, 1560 transition-4, 1850 warning-4, 1860 complete
        """
      ),
      (
        7, 1,
        """
        0 start, 290 warning-0, 300 transition-1, 600 minute-1-5, 900 minute-1-10, 1050 halfway-1, 1200 minute-1-15, \
        1500 minute-1-20, 1790 warning-1, 1800 transition-2, 2090 warning-2, 2100 complete
        """
      ),
      (
        9, 3,
        """
        0 start, 290 warning-0, 300 transition-1, 600 minute-1-5, 900 minute-1-10, 1200 halfway-1, 1200 minute-1-15, \
        1500 minute-1-20, 1800 minute-1-25, 2090 warning-1, 2100 transition-2, 2390 warning-2, 2400 complete
        """
      ),
    ])
  func `A workout's schedule is this list`(week: Int, day: Int, list: String) throws {
    #expect(try workout(week, day).schedule.map(listed).joined(separator: ", ") == list)
  }

  @Test(arguments: Plan.workouts)
  func `A workout's schedule is what the rules give, half second by half second`(workout: Workout) {
    let halfSeconds = 0...Int(workout.total.components.seconds) * 2
    let expected = halfSeconds.flatMap { half in
      idsDue(halfSecond: half, of: workout).map { "\(Double(half) / 2) \($0)" }
    }
    #expect(workout.schedule.map { "\($0.due / .seconds(1)) \($0.id)" } == expected)
  }

  /// The run stands between a warmup of five minutes and a cooldown of as much; times count from its start.
  @Test(
    arguments: [
      (20, ""), (21, "11 warning-1"), (180, "170 warning-1"), (181, "90.5 halfway-1, 171 warning-1"),
      (1_199, "599.5 halfway-1, 1189 warning-1"),
      (1_200, "300 minute-1-5, 600 halfway-1, 600 minute-1-10, 900 minute-1-15, 1190 warning-1"),
      (1_201, "300 minute-1-5, 600 minute-1-10, 600.5 halfway-1, 900 minute-1-15, 1191 warning-1, 1200 minute-1-20"),
      (
        1_210,
        "300 minute-1-5, 600 minute-1-10, 605 halfway-1, 900 minute-1-15, 1200 warning-1, 1200 minute-1-20"
      ),
    ])
  func `Within a run of so many seconds these events are due`(seconds: Int, list: String) {
    let schedule = Workout(.first, .once(.run(.seconds(seconds)))).schedule
    let run = schedule.drop { $0.id != .transition(1) }.dropFirst().prefix { $0.id != .transition(2) }
    #expect(run.map { listed($0, from: .seconds(300)) }.joined(separator: ", ") == list)
  }

  @Test func `A long walk, warmup or cooldown has a warning, but no halfway and no minutes`() {
    let long = Duration.seconds(2_400)
    let work = Work.once(.run(.seconds(60)), .walk(long), .run(.seconds(60)))
    let schedule = Workout(.first, work, warmup: long, cooldown: long).schedule
    #expect(
      schedule.ids == [
        "start", "warning-0", "transition-1", "warning-1", "transition-2", "warning-2", "transition-3", "warning-3",
        "transition-4", "warning-4", "complete",
      ])
  }

  @Test func `A warmup and a cooldown of 20 seconds have no warning`() {
    let short = Workout(.first, .once(.run(.seconds(20))), warmup: .seconds(20), cooldown: .seconds(20))
    #expect(short.schedule.ids == ["start", "transition-1", "transition-2", "complete"])
  }

  @Test func `Each scheduled event says what happens, and a phase event when its interval ends`() throws {
    let schedule = try workout(6, 3).schedule
    let expected: [(Event, Int?)] = [
      (.start(week: 6, day: 3, warmup: .seconds(300)), 300), (.warning, nil),
      (.transition(.run, .seconds(1_500)), 1_800),
      (.minute(5), nil), (.minute(10), nil), (.halfway, nil), (.minute(15), nil), (.minute(20), nil), (.warning, nil),
      (.cooldown(.seconds(300)), 2_100), (.warning, nil), (.complete(week: 6, day: 3), nil),
    ]
    #expect(schedule.map(\.event) == expected.map(\.0))
    #expect(schedule.map(\.intervalEnd) == expected.map { $0.1.map { .seconds($0) } })
  }

  @Test func `A walk is announced as a walk, and the joined cooldown once, with its whole length`() throws {
    let schedule = try workout(1, 1).schedule
    let phases = schedule.filter(\.event.kind.isPhase).map(\.event)
    let run = Event.transition(.run, .seconds(60))
    let walk = Event.transition(.walk, .seconds(90))
    let rounds = Array(repeatElement([run, walk], count: 7).joined()) + [run]
    let expected: [Event] =
      [.start(week: 1, day: 1, warmup: .seconds(300))] + rounds + [
        .cooldown(.seconds(390)), .complete(week: 1, day: 1),
      ]
    #expect(phases == expected)
  }
}

private func listed(_ timed: TimedEvent) -> String { listed(timed, from: .zero) }

/// `300 start`: when it is due, in seconds without needless decimals, and its id.
private func listed(_ timed: TimedEvent, from origin: Duration) -> String {
  let seconds = (timed.due - origin) / .seconds(1)
  let whole = Int(seconds)
  return Double(whole) == seconds ? "\(whole) \(timed.id)" : "\(seconds) \(timed.id)"
}

/// The rules, asked of one moment; in the order in which what is due then fires.
private func idsDue(halfSecond: Int, of workout: Workout) -> [String] {
  var ids: [String] = []
  var begins = 0
  for (index, interval) in workout.intervals.enumerated() {
    let length = Int(interval.duration.components.seconds) * 2
    let inside = halfSecond - begins
    begins += length
    guard (0..<length).contains(inside) else { continue }
    if inside == 0 { ids.append(index == 0 ? "start" : "transition-\(index)") }
    if length > 40, inside == length - 20 { ids.append("warning-\(index)") }
    guard interval.kind == .run else { continue }
    if length > 360, inside * 2 == length { ids.append("halfway-\(index)") }
    if length >= 2_400, inside > 0, inside % 600 == 0 { ids.append("minute-\(index)-\(inside / 120)") }
  }
  return halfSecond == begins ? ids + ["complete"] : ids
}
