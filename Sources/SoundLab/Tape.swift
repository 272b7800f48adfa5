import EventLoop

/// What a recorder has received, and by which clock.
///
/// A server hands a piece over when its first sample begins to play, and often somewhat later: so the earliest of the
/// beginnings that the arrivals allow is the true one. The very earliest are left out, for a server that takes back what it has rendered hands over
/// a piece or two before its time.
@EventLoop
final class Tape {
  private nonisolated static let bytesPerFrame = 4
  /// PipeWire is a whole quantum early for the first 50 ms.
  private nonisolated static let settling = Recording.rate * 3 / 20

  private var bytes: [UInt8] = []
  /// When the recording began, as each stretch's arrival has it.
  private var candidates: [SuspendingClock.Instant] = []

  nonisolated init() {}

  func append(_ piece: [UInt8], at now: SuspendingClock.Instant = .now) {
    if count >= Self.settling { candidates.append(now - Recording.duration(of: count)) }
    bytes += piece
  }

  /// Frames so far.
  private var count: Int { bytes.count / Self.bytesPerFrame }

  /// When the first sample was heard; `nil` until that can be told.
  var begin: SuspendingClock.Instant? {
    guard !candidates.isEmpty else { return nil }
    return candidates.sorted()[candidates.count / 20]
  }

  /// When the sample after the last one is heard; `nil` until that can be told.
  var end: SuspendingClock.Instant? { begin.map { $0 + Recording.duration(of: count) } }

  /// Left and right by turns.
  var frames: [Int16] {
    let whole = bytes.prefix(count * Self.bytesPerFrame)
    return [Int16](unsafeUninitializedCapacity: count * 2) { samples, written in
      whole.withUnsafeBytes { UnsafeMutableRawBufferPointer(samples).copyMemory(from: $0) }
      written = count * 2
    }
  }

  var recording: Recording { Recording(frames: frames, begin: begin ?? .now) }
}
