/// A stretch of stereo sound as it was heard, with music on the left channel only and mono cues on both.
///
/// Positions count samples of one channel from the recording's beginning, 48,000 a second.
public struct Recording: Sendable {
  /// What is heard of two things that sound at once.
  public enum Part: Sendable {
    /// The right channel.
    case cue
    /// Left minus right.
    case music
  }

  /// Samples per second.
  public static let rate = 48_000

  /// Left and right by turns.
  public let frames: [Int16]
  public let clock: SinkClock
  public let cue: [Int16]
  public let music: [Int16]

  /// - Parameters:
  ///   - frames: left and right by turns.
  ///   - clock: when each was heard.
  public init(frames: [Int16], clock: SinkClock = SinkClock(begin: .now)) {
    self.frames = frames
    self.clock = clock
    cue = stride(from: 1, to: frames.count, by: 2).map { frames[$0] }
    music = stride(from: 1, to: frames.count, by: 2).map { right in
      Int16(clamping: Int32(frames[right - 1]) - Int32(frames[right]))
    }
  }

  /// Samples of one channel.
  public var count: Int { cue.count }

  public func samples(of part: Part) -> [Int16] {
    switch part {
    case .cue: cue
    case .music: music
    }
  }

  /// When the sample at this position was heard.
  public func time(of position: Int) -> SuspendingClock.Instant { clock.time(of: position) }

  /// The position that was heard then; outside of the recording where nothing was recorded then.
  public func position(at time: SuspendingClock.Instant) -> Int { clock.position(at: time) }

  /// How long so many samples last.
  public static func duration(of samples: Int) -> Duration {
    .nanoseconds(Int64(samples) * 1_000_000_000 / Int64(rate))
  }

  /// The nearest number of samples that last so long.
  static func position(after duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * rate + Int((Double(attoseconds) * 1e-18 * Double(rate)).rounded())
  }
}
