import EventLoop
import SoundLab

/// A contender once, and what was heard of it.
struct Attempt: Sendable {
  private let recording: Recording
  /// When it began.
  private let moment: SuspendingClock.Instant

  /// Each attempt has a recording of its own, because a sample that a busy machine misses would move all that is heard
  /// later in the same one. Before it is a second of rest, in which a stream is corked and a server goes to sleep.
  @EventLoop
  static func run(_ contender: any Contender, on server: SoundServer) async throws -> Attempt {
    let rested = SuspendingClock.now + .seconds(1)
    let recorder = try await Recorder.start(on: server)
    try await Task.sleep(until: max(rested, .now + .milliseconds(300)), clock: .suspending)
    let moment = try await contender.begin()
    try await contender.end()
    return Attempt(recording: try await recorder.stop(), moment: moment)
  }

  /// From its beginning to its first sample that is louder than −60 dB of full scale; nil: none was heard.
  var delay: Duration? {
    recording.firstSound(of: .cue).map { recording.time(of: $0) - moment }
  }

  /// How the music made room for all that it said; nil where it did not.
  var duck: DuckTiming? {
    // A cue is one sound: no pause between its words is as long as that.
    let stretches = recording.stretches(of: .cue, gap: .milliseconds(400))
    return stretches.first.flatMap { recording.duckTiming(around: $0) }
  }
}
