import EventLoop

/// What a recorder has received, and by which clock.
@EventLoop
final class Tape {
  private nonisolated static let bytesPerFrame = 4
  /// PipeWire is a whole quantum early for the first 50 ms.
  private nonisolated static let settling = Recording.rate * 3 / 20

  private var bytes: [UInt8] = []
  /// When the recording began, as each piece's arrival has it.
  private var candidates: [(position: Int, begin: SuspendingClock.Instant)] = []

  nonisolated init() {}

  func append(_ piece: [UInt8], at now: SuspendingClock.Instant = .now) {
    if count >= Self.settling { candidates.append((count, now - Recording.duration(of: count))) }
    bytes += piece
  }

  /// Frames so far.
  private var count: Int { bytes.count / Self.bytesPerFrame }

  /// `nil` until it can be told.
  var clock: SinkClock? { SinkClock(candidates) }

  /// When the sample after the last one is heard; `nil` until that can be told.
  var end: SuspendingClock.Instant? { clock?.time(of: count) }

  /// Left and right by turns.
  var frames: [Int16] {
    let whole = bytes.prefix(count * Self.bytesPerFrame)
    return [Int16](unsafeUninitializedCapacity: count * 2) { samples, written in
      whole.withUnsafeBytes { UnsafeMutableRawBufferPointer(samples).copyMemory(from: $0) }
      written = count * 2
    }
  }

  var recording: Recording { Recording(frames: frames, clock: clock ?? SinkClock(begin: .now)) }
}
