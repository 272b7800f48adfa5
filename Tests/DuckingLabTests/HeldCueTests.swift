import Cue
import CueInterface
import DuckingLab
import EventLoop
import Glibc
import SoundLab
import Testing

/// A cue that is begun before its time, so that it is heard on time, and taken back before that.
@EventLoop
@Suite(.serialized) struct HeldCueTests {
  @Test(arguments: bothServers)
  func `Taken back while the output is being woken for it, it leaves nothing behind, and the next is woken for`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let player = try await desktop.startPlayer(.init(sink: "other"), volume: [60_000, 50_000])
      let cued = try await desktop.startCued(.init(wake: .milliseconds(1_000)))
      for delay in [100, 700] {
        let at = WallTime(microseconds: Timer.Clock.wall.now) + .milliseconds(1_150)
        try await cued.send(.warning, at: at)
        try await cued.untilPlaying()
        await pause(for: .milliseconds(delay))
        try await cued.cancel()
        try await cued.untilSilent()
        try await desktop.untilAllIsGivenBack()
        #expect(try await player.volume == [60_000, 50_000])
      }
      try await waitUntil("the output to rest") { () async throws(LabError) in
        try await desktop.server.pactl("list", "short", "sinks").split(separator: "\n")
          .allSatisfy { !$0.contains("\tout\t") || !$0.hasSuffix("RUNNING") }
      }
      let start = SuspendingClock.now
      #expect(try await cued.play(.warning)?.state == .played)
      #expect(SuspendingClock.now - start > .milliseconds(1_000))
    }
  }

  @Test(arguments: bothServers)
  func `Slept through until it is worthless, it leaves nothing low`(kind: SoundServer.Kind) async throws {
    try await Desktop.with(kind) { desktop in
      let player = try await desktop.startPlayer(.init(sink: "other"), volume: [60_000, 50_000])
      let cued = try await desktop.startCued(.init(wake: .milliseconds(1_000)))
      for number in 1...3 {
        let at = WallTime(microseconds: Timer.Clock.wall.now) + .milliseconds(1_500)
        var cue = WireCue(id: "slept-\(number)", event: .warning)
        (cue.at, cue.expires) = (at, at + .milliseconds(100))
        try await cued.send(cue)
        try await cued.untilPlaying()
        // Before the output is woken for it.
        cued.signal(SIGSTOP)
        await pause(for: .milliseconds(2_600))
        cued.signal(SIGCONT)
        try await cued.untilSilent()
        // As long as it takes until other sound would be low.
        await pause(for: .milliseconds(300))
        try await desktop.untilAllIsGivenBack()
        #expect(try await player.volume == [60_000, 50_000])
      }
    }
  }
}
