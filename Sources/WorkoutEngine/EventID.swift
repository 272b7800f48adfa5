/// What makes an event of a workout the same event when it comes again. Each fires once.
///
/// Intervals are counted from 0, the warmup. The string form is stable: it goes over the wire and into the recovery file.
public enum EventID: Hashable, Sendable {
  /// The workout begins, and the warmup with it.
  case start
  /// That interval begins; the last one is the cooldown.
  case transition(Int)
  /// That interval ends in ten seconds.
  case warning(Int)
  /// Half of that interval is over.
  case halfway(Int)
  /// So many minutes of that interval are over.
  case minute(Int, Int)
  case complete
  /// The pause of that number, counted from 1, begins.
  case paused(Int)
  /// The pause of that number is over.
  case resumed(Int)
}

extension EventID: LosslessStringConvertible {
  /// A word and its numbers: `start`, `transition-3`, `minute-4-10`.
  public var description: String {
    switch self {
    case .start: "start"
    case .transition(let interval): "transition-\(interval)"
    case .warning(let interval): "warning-\(interval)"
    case .halfway(let interval): "halfway-\(interval)"
    case .minute(let interval, let count): "minute-\(interval)-\(count)"
    case .complete: "complete"
    case .paused(let number): "paused-\(number)"
    case .resumed(let number): "resumed-\(number)"
    }
  }

  /// The id of which this is the ``description``, to the letter; else nil.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().compactMap { Int($0) }
    let id: Self? =
      switch (parts[0], numbers.count) {
      case ("start", 0): .start
      case ("transition", 1): .transition(numbers[0])
      case ("warning", 1): .warning(numbers[0])
      case ("halfway", 1): .halfway(numbers[0])
      case ("minute", 2): .minute(numbers[0], numbers[1])
      case ("complete", 0): .complete
      case ("paused", 1): .paused(numbers[0])
      case ("resumed", 1): .resumed(numbers[0])
      default: nil
      }
    // An id has one spelling: this refuses "transition-03", "transition-+3" and what compactMap left out.
    guard let id, id.description == description else { return nil }
    self = id
  }
}
