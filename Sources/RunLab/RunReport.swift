import Cue

/// A workout that was run, and whether all of it was heard that should have been.
public struct RunReport: Sendable {
  public let week: Int
  public let day: Int
  /// What happened to it, in its order.
  public internal(set) var disturbances: [String] = []
  /// How many of its events were heard; gave way to a later phase; came too late, since another was heard; and passed while
  /// nothing ran that could have told.
  public internal(set) var heard = 0
  public internal(set) var superseded = 0
  public internal(set) var late = 0
  public internal(set) var passed = 0
  /// What is not as it must be, each as a line for the person.
  public internal(set) var faults: [String] = []

  /// Where clocks are read by different processes, and a key takes its time: so much of the world's time.
  static let tolerance: Duration = .milliseconds(400)

  /// Judges what became of the events of a workout.
  ///
  /// - Parameter fates: by the ids of events.
  public init(_ workout: SpecifiedWorkout, _ course: Course, _ fates: [String: CueFate]) {
    (week, day) = (workout.week, workout.day)
    let events = workout.events
    for event in events {
      let judge = Judge(event: event, events: events, course: course, fates: fates)
      judge.check(&self)
    }
    for (id, fate) in fates.sorted(by: { $0.key < $1.key }) {
      if fate.timesPlayed > 1 { faults.append("\(id) was heard \(fate.timesPlayed) times") }
      if fate.last == .failed { faults.append("\(id) failed: \(fate.steps.last?.reason ?? "")") }
      let isPause = id.hasPrefix("paused-") || id.hasPrefix("resumed-")
      if !isPause, !events.contains(where: { $0.id == id }) { faults.append("\(id) is no event of this workout") }
    }
  }
}

/// Judges one event.
private struct Judge {
  let event: SpecifiedEvent
  let events: [SpecifiedEvent]
  let course: Course
  let fates: [String: CueFate]

  func check(_ report: inout RunReport) {
    let fate = fates[event.id]
    if let fate, fate.text ?? "(tick)" != event.text {
      report.faults.append("\(event.id) says \(fate.text ?? "nothing") and not \(event.text)")
    }
    switch fate?.last {
    case .played: report.heard += 1
    case .superseded where gaveWay(fate): report.superseded += 1
    case .expired where wasLate(fate): report.late += 1
    case nil where passed, .cancelled where passed || wasTakenBack(fate): report.passed += 1
    case let state:
      let what = state.map(\.rawValue) ?? "never sent"
      report.faults.append("\(event.id), due at \(event.due) s, was not heard: \(what)\(story(of: fate))")
    }
  }

  /// What was told of it, and when, in seconds of the workout.
  private func story(of fate: CueFate?) -> String {
    guard let fate, !fate.steps.isEmpty else { return "" }
    let steps = fate.steps.map { step in
      "\(step.state) at \(Int(course.elapsed(at: step.moment).rounded()))\(step.reason.map { " as \($0)" } ?? "")"
    }
    return " (\(steps.joined(separator: ", ")))"
  }

  private var longestCue: Duration { .seconds(6) }

  private var slack: Double { RunReport.tolerance / .seconds(1) * course.speed }

  /// A later phase was due by then.
  private func gaveWay(_ fate: CueFate?) -> Bool {
    guard let next = events.first(where: { $0.isPhase && $0.due > event.due }) else { return false }
    guard let moment = fate?.moment(of: .superseded) else { return true }
    return course.elapsed(at: moment) >= Double(next.due) - slack || !course.leavings.isEmpty
  }

  /// While it was worth hearing something else was heard, or nothing could be.
  private func wasLate(_ fate: CueFate?) -> Bool {
    let due = course.moment(of: event.due)
    // What was cut off by the daemon's end may be too late for the next one; of that nobody may have been told.
    let expiry = fate?.moment(of: .expired) ?? (fate?.steps.last?.moment ?? due) + longestCue
    let busy = fates.filter { $0.key != event.id }.values.flatMap(\.soundings) + course.outages
    return busy.contains { $0.lowerBound < expiry && $0.upperBound > due - RunReport.tolerance }
  }

  /// No couch5k was there to tell of it, and if it is a phase, there was a later one when one came back.
  private var passed: Bool {
    course.absences.contains { absence in
      guard Double(event.due) >= absence.from - slack, Double(event.due) <= absence.to + slack else { return false }
      return !event.isPhase
        || events.contains { $0.isPhase && $0.due > event.due && Double($0.due) <= absence.to + slack }
    }
  }

  /// It waited or was heard when couch5k was told to end.
  private func wasTakenBack(_ fate: CueFate?) -> Bool {
    guard let moment = fate?.steps.last?.moment else { return false }
    return course.leavings.contains { $0 > moment - longestCue }
  }
}
