import Cue
import CueInterface
import EventLoop
import SoundLab
import Testing

/// Sends cues ahead, and tells how late each of them is heard.
///
/// - Parameter bias: how late the recording of this server says that everything is.
private func hearOnTime(bias: Duration) async throws -> (heard: Heard<[SuspendingClock.Instant]>, faults: [String]) {
  let heard = try await hear { daemon in
    let client = try await daemon.connect()
    let times = [1.2, 2.4, 3.6].map { SuspendingClock.now + .seconds($0) }
    for (number, time) in times.enumerated() {
      let at = WallTime(microseconds: Timer.Clock.wall.now) + (time - .now)
      #expect(try await client.play(WireCue(id: "\(number)", event: .warning, at: at)).state == .scheduled)
    }
    try await Task.sleep(for: .seconds(4))
    return times
  }
  let cues = heard.recording.stretches(of: .cue, threshold: 1, gap: .milliseconds(300))
  guard cues.count == heard.outcome.count else {
    return (heard, ["three cues should be heard, and sound is in \(cues)"])
  }
  let delays = zip(cues, heard.outcome).map { heard.recording.time(of: $0.lowerBound) - $1 - bias }
  let isOnTime = delays.allSatisfy { abs($0 / .milliseconds(1)) < 12 }
  return (heard, isOnTime ? [] : ["they are heard \(delays) after their time"])
}

extension OnPulseAudio {
  @Suite struct OnTimeTests {
    @Test func `What is sent ahead is heard at its time`() async throws {
      try await undisturbed { try await hearOnTime(bias: .zero) }
    }
  }
}

extension OnPipeWire {
  @Suite struct OnTimeTests {
    @Test func `What is sent ahead is heard at its time`() async throws {
      try await undisturbed { try await hearOnTime(bias: .milliseconds(8)) }
    }
  }
}
