import Cue
import DuckingLab
import EventLoop
import SoundLab
import Testing

/// An output that has rested is woken by silence, with other sound low already.
@EventLoop
@Suite(.serialized) struct WakingTests {
  @Test(arguments: bothServers)
  func `A cue on an output that rests begins after a silence, and music elsewhere is low meanwhile`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let player = try await desktop.startPlayer(.init(sink: "other"), volume: [65_536, 65_536])
      let cued = try await desktop.startCued(.init(wake: .milliseconds(1_500)))
      async let played = duration { _ = try await cued.play(Self.tick) }
      try await player.waitUntilLow(from: [65_536, 65_536])
      let low = try await duration { try await player.waitForVolume([65_536, 65_536]) }
      #expect(low > .milliseconds(1_300))
      #expect(try await played > .milliseconds(1_500))
    }
  }

  @Test(arguments: bothServers)
  func `Where something plays, a cue begins with the ducking`(kind: SoundServer.Kind) async throws {
    try await Desktop.with(kind) { desktop in
      let recorder = try await Recorder.start(on: desktop.server)
      _ = try await desktop.startPlayer(.init(latency: .low), volume: [65_536, 65_536])
      try await Task.sleep(for: .milliseconds(500))
      let cued = try await desktop.startCued(.init(wake: .milliseconds(1_500)))
      try await cued.play(Self.tick)
      let recording = try await recorder.stop()
      let cue = try #require(recording.stretches(of: .cue, gap: .milliseconds(300)).first)
      let timing = try #require(recording.duckTiming(around: cue, below: -10))
      #expect(timing.downAfterCueBegan > .milliseconds(-1_000))
    }
  }

  @Test(arguments: bothServers)
  func `Bluetooth outputs have 400 ms unless it is set otherwise`(kind: SoundServer.Kind) async throws {
    try await Desktop.with(kind) { desktop in
      try await desktop.server.pactl(
        "load-module", "module-null-sink", "sink_name=headphones", "sink_properties=device.bus=bluetooth")
      try await desktop.server.pactl("set-default-sink", "headphones")
      let cued = try await desktop.startCued()
      while try await cued.output.sink != "headphones" { try await Task.sleep(for: .milliseconds(5)) }
      #expect(try await duration { _ = try await cued.play(Self.tick) } > .milliseconds(400 + 80))
    }
  }

  /// 85 ms.
  private static let tick = Event.warning
}

@EventLoop
private func duration(_ body: @EventLoop () async throws -> Void) async throws -> Duration {
  let start = SuspendingClock.now
  try await body()
  return SuspendingClock.now - start
}
