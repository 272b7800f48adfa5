import Cue

/// Elapsed time: what has gone by since the start, pauses left out.
struct Stopwatch: Hashable, Sendable {
  let start: BootTime
  /// How long all the pauses took that are over. Where a wall clock that a client works with was set back during one, it
  /// may be less than zero: elapsed time goes on from where it stopped, whatever the clock did.
  private(set) var pausedOffset: Duration
  /// When the pause began that is not over; nil while it runs.
  private(set) var pauseStart: BootTime?

  init(start: BootTime, pausedOffset: Duration = .zero, pauseStart: BootTime? = nil) {
    self.start = start
    self.pausedOffset = pausedOffset
    self.pauseStart = pauseStart
  }

  /// Never negative: a start may lie ahead of `now` if a client worked it out again from a wall clock that was set back.
  func elapsed(at now: BootTime) -> Duration { max(.zero, (pauseStart ?? now) - start - pausedOffset) }

  /// When so much time will have elapsed if nobody pauses; nil while paused.
  func time(ofElapsed elapsed: Duration) -> BootTime? { pauseStart == nil ? start + pausedOffset + elapsed : nil }

  mutating func pause(at now: BootTime) {
    guard pauseStart == nil else { return }
    pauseStart = now
  }

  mutating func resume(at now: BootTime) {
    guard let begun = pauseStart else { return }
    pausedOffset += now - begun
    pauseStart = nil
  }
}
