import Cue
import CueInterface
import DuckingLab
import EventLoop
import SoundLab

/// How exactly a cue that is sent ahead is heard at its time, beside one that its sender sends at that time by a timer.
@EventLoop
func measurePunctuality(_ effort: Effort) async throws {
  let table = Table(
    "Milliseconds from a cue's time to its first sample, \(effort.punctualCues) cues a second apart",
    [("set-up", 32), ("sent", 14), ("heard", 7), ("median", 6), ("off by (median / worst)", 23)])
  for setup in effort.among(Setup.all) {
    for isAhead in [true, false] {
      try await Desktop.with(setup.kind) { desktop in
        let recorder = try await Recorder.start(on: desktop.server)
        _ = try await desktop.startPlayer(.init(role: "music", latency: .low), volume: [65_536, 65_536])
        let cued = try await desktop.startCued(.init(ducking: setup.ducking))
        try await cued.play(Punctuality.event)
        let times = try await Punctuality.send(to: cued, effort.punctualCues, ahead: isAhead)
        try await Task.sleep(for: .milliseconds(500))
        let recording = try await recorder.stop()
        let delays = times.compactMap { recording.delay(after: $0)?.milliseconds }
        table.row([
          "\(setup)", isAhead ? "up to 3 s ahead" : "by a timer", "\(delays.count)/\(times.count)", text(delays.median),
          text(delays.map(abs)),
        ])
      }
    }
  }
}

private enum Punctuality {
  /// Its first sample is its chime's, and its chime's is no silence.
  static let event = Event.warning

  /// - Returns: when each is to be heard.
  @EventLoop
  static func send(to cued: CuedProcess, _ count: Int, ahead: Bool) async throws -> [SuspendingClock.Instant] {
    let start = SuspendingClock.now + .seconds(4)
    let times = (0..<count).map { start + .seconds($0) + .microseconds(Int.random(in: 0..<100_000)) }
    let sendings = times.map { time in
      (time: time, sent: ahead ? time - .milliseconds(Int.random(in: 250..<3_000)) : time)
    }
    for sending in sendings.sorted(by: { $0.sent < $1.sent }) {
      await pause(for: sending.sent - .now)
      let at = WallTime(microseconds: Timer.Clock.wall.now) + (sending.time - .now)
      try await cued.send(event, at: ahead ? at : nil)
    }
    await pause(for: times.last! - .now + .seconds(1))
    return times
  }
}

extension Recording {
  /// - Returns: nil where no cue begins within 400 ms of it.
  fileprivate func delay(after time: SuspendingClock.Instant) -> Duration? {
    let place = position(at: time)
    let around = max(0, place - 19_200)..<min(count, place + 19_200)
    guard let begin = around.first(where: { abs(Int(cue[$0])) > 1 }), begin > around.lowerBound else { return nil }
    return self.time(of: begin) - time
  }
}
