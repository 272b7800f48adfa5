/// Sound as the project handles it everywhere: one channel of signed 16-bit samples, 48,000 a second.
public struct PCM: Equatable, Sendable {
  /// Samples per second.
  public static let rate = 48_000

  public var samples: [Int16]

  public init(_ samples: [Int16] = []) { self.samples = samples }

  public var frames: Frames { Frames(samples.count) }

  public static func silence(_ frames: Frames) -> PCM { PCM(Array(repeating: 0, count: frames.count)) }

  public static func += (sound: inout PCM, more: PCM) { sound.samples += more.samples }
}

/// A length of sound, counted in samples of one channel at ``PCM/rate``.
public struct Frames: Hashable, Comparable, Sendable {
  public var count: Int

  public init(_ count: Int) { self.count = count }

  /// The nearest whole number of samples.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let perSecond = Int64(PCM.rate)
    count = Int(seconds * perSecond + (attoseconds / 1_000_000_000 * perSecond + 500_000_000) / 1_000_000_000)
  }

  public var duration: Duration { .microseconds(Int64(count) * 1_000_000 / Int64(PCM.rate)) }

  public static let zero = Frames(0)
  /// The silence between two cues in a row, so that they are told apart.
  public static let betweenCues = Frames(.milliseconds(300))

  public static func < (a: Self, b: Self) -> Bool { a.count < b.count }
  public static func + (a: Self, b: Self) -> Self { Self(a.count + b.count) }
  public static func - (a: Self, b: Self) -> Self { Self(a.count - b.count) }
  public static func += (a: inout Self, b: Self) { a.count += b.count }
}
