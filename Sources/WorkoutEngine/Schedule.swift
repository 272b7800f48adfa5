import Cue
import Workout

extension Workout {
  /// Every event of the workout but pauses and resumptions, in the order in which they fire.
  ///
  /// - Each interval begins with its phase event; the warmup's is the start, the last one's is the cooldown.
  /// - Ten seconds before the end of every interval longer than 20 seconds, the last one too, there is a warning.
  /// - Half of every run longer than 3 minutes is announced.
  /// - So is every fifth minute of a run of 20 minutes or more, counted from its start, except at its end.
  ///
  /// Of those due at the same time, the warning is first, since its tick is heard in no time, then halfway, then the
  /// minutes.
  public var schedule: [TimedEvent] {
    intervals.indices.flatMap { [phase($0)] + eventsWithin($0) } + [completion]
  }

  private func phase(_ index: Int) -> TimedEvent {
    let interval = intervals[index]
    let event: Event =
      switch interval.kind {
      case .warmup: .start(week: id.week, day: id.day, warmup: interval.duration)
      case .run: .transition(.run, interval.duration)
      case .walk: .transition(.walk, interval.duration)
      case .cooldown: .cooldown(interval.duration)
      }
    let start = offsets[index]
    return TimedEvent(
      id: index == 0 ? .start : .transition(index), event: event, due: start, intervalEnd: start + interval.duration)
  }

  private func eventsWithin(_ index: Int) -> [TimedEvent] {
    let interval = intervals[index]
    return (warning(index, interval) + halfway(index, interval) + minutes(index, interval)).sorted { $0.due < $1.due }
  }

  private func warning(_ index: Int, _ interval: Interval) -> [TimedEvent] {
    guard interval.duration > .seconds(20) else { return [] }
    return [within(index, .warning(index), .warning, after: interval.duration - .seconds(10))]
  }

  private func halfway(_ index: Int, _ interval: Interval) -> [TimedEvent] {
    guard interval.kind == .run, interval.duration > .minutes(3) else { return [] }
    return [within(index, .halfway(index), .halfway, after: interval.duration / 2)]
  }

  private func minutes(_ index: Int, _ interval: Interval) -> [TimedEvent] {
    guard interval.kind == .run, interval.duration >= .minutes(20) else { return [] }
    return stride(from: 300, to: interval.duration.components.seconds, by: 300).map { seconds in
      let count = Int(seconds / 60)
      return within(index, .minute(index, count), .minute(count), after: .seconds(seconds))
    }
  }

  private func within(_ index: Int, _ id: EventID, _ event: Event, after time: Duration) -> TimedEvent {
    TimedEvent(id: id, event: event, due: offsets[index] + time, intervalEnd: nil)
  }

  private var completion: TimedEvent {
    TimedEvent(id: .complete, event: .complete(week: id.week, day: id.day), due: total, intervalEnd: nil)
  }
}
