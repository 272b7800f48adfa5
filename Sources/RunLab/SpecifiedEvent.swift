/// Something that is due in a workout, as the specification has it.
public struct SpecifiedEvent: Equatable, Sendable {
  public let id: String
  /// In seconds of the workout.
  public let due: Int
  /// What is said; where nothing is, its chime in parentheses.
  public let text: String
  /// It says what the runner is to do from now on: after it, what was due before is of no use.
  public let isPhase: Bool

  /// As `couch5k run` prints it where it has no terminal.
  public var line: String { "\(clock(due))  \(id)  \(text)" }

  private func clock(_ seconds: Int) -> String { "\(twoDigits(seconds / 60)):\(twoDigits(seconds % 60))" }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension SpecifiedWorkout {
  /// All that is heard of the workout, in its order.
  public var events: [SpecifiedEvent] {
    var events: [SpecifiedEvent] = []
    var start = 0
    for (index, interval) in intervals.enumerated() {
      events.append(
        SpecifiedEvent(
          id: index == 0 ? "start" : "transition-\(index)", due: start, text: beginning(of: interval), isPhase: true))
      events += within(index, interval, from: start).sorted { $0.due < $1.due }
      start += interval.seconds
    }
    let end = SpecifiedEvent(
      id: "complete", due: start, text: "Great work. Week \(week), run \(day) done.", isPhase: true)
    return events + [end]
  }

  private func beginning(of interval: Interval) -> String {
    switch interval.kind {
    case .warmup: "Week \(week), run \(day). Warm up with a 5 minute brisk walk."
    case .run: "Run for \(words(interval.seconds))."
    case .walk: "Walk for \(words(interval.seconds))."
    case .cooldown: "Cool down. Walk for \(words(interval.seconds))."
    }
  }

  /// "A soft tick for the 10 second warning." "Halfway, in run intervals longer than 3 minutes." "Every 5 minutes, in run
  /// intervals of 20 minutes or more."
  private func within(_ index: Int, _ interval: Interval, from start: Int) -> [SpecifiedEvent] {
    func event(_ id: String, _ seconds: Int, _ text: String) -> SpecifiedEvent {
      SpecifiedEvent(id: id, due: start + seconds, text: text, isPhase: false)
    }
    var events = [event("warning-\(index)", interval.seconds - 10, "(tick)")]
    guard interval.kind == .run else { return events }
    if interval.seconds > 180 { events.append(event("halfway-\(index)", interval.seconds / 2, "Halfway.")) }
    guard interval.seconds >= 1_200 else { return events }
    events += stride(from: 5, to: interval.seconds / 60, by: 5).map { minutes in
      event("minute-\(index)-\(minutes)", minutes * 60, "\(minutes) minutes.")
    }
    return events
  }

  /// "Run for 3 minutes." "Walk for 90 seconds."
  private func words(_ seconds: Int) -> String {
    if seconds < 120 { return "\(seconds) seconds" }
    return seconds % 60 == 0 ? "\(seconds / 60) minutes" : "\(seconds / 60) and a half minutes"
  }
}
