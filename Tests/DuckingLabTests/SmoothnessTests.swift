import DuckingLab
import EventLoop
import SoundLab
import Testing

/// How music sounds on its way down.
@EventLoop
@Suite(.serialized) struct SmoothnessTests {
  /// A busy machine may keep one from being smooth, which says nothing; nor does the first, where the server starts.
  static let cues = 5

  @Test(arguments: [SoundServer.Kind.pulseNoRewind, .pipewire])
  func `Music of a player with deep buffers goes down in steps, and not in one that clicks`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let recorder = try await Recorder.start(on: desktop.server, latency: .deep)
      _ = try await desktop.startPlayer(.init(role: "music", latency: .deep), volume: [65_536, 65_536])
      let cued = try await desktop.startCued(.init(ducking: "volume", depth: 20))
      try await Task.sleep(for: .seconds(2))
      for _ in 0..<Self.cues {
        try await cued.play(.say("One.", chime: "bell"))
        try await Task.sleep(for: .seconds(1))
      }
      let recording = try await recorder.stop()
      let cues = recording.stretches(of: .cue, gap: .milliseconds(400))
      #expect(cues.count == Self.cues)
      let ways = cues.compactMap { recording.wayDown(into: $0) }
      // A jump takes no time, or one millisecond as it is measured.
      #expect(ways.dropFirst().contains { $0 > .milliseconds(4) }, "\(ways)")
    }
  }
}

extension Recording {
  /// How long the music is on its way from 2 to 18 dB below what it was; nil where it has gaps.
  fileprivate func wayDown(into cue: Range<Int>) -> Duration? {
    guard let begins = duckTiming(around: cue, below: -2), let ends = duckTiming(around: cue, below: -18) else {
      return nil
    }
    return ends.downAfterCueBegan - begins.downAfterCueBegan
  }
}
