import Cue
import DuckingLab
import EventLoop
import Glibc
import SoundLab
import Testing

/// Outputs that come and go, and a person who has cues somewhere else.
@EventLoop
@Suite(.serialized) struct OutputTests {
  @Test(arguments: bothServers)
  func `Where the output goes away, the cue goes on where it is heard now, and volumes come back`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let server = desktop.server
      let module = try await server.pactl(
        "load-module", "module-null-sink", "sink_name=headphones", "rate=48000", "channels=2")
      try await server.pactl("set-default-sink", "headphones")
      let recorder = try await Recorder.start(on: server)
      let player = try await desktop.startPlayer(volume: [60_000, 50_000])
      let cued = try await desktop.startCued()
      try await cued.send(CuedProcess.longCue)
      try await player.waitUntilLow(from: [60_000, 50_000])
      let moment = SuspendingClock.now
      try await server.pactl("unload-module", module.filter(\.isNumber))
      try await waitUntil("the cue to be heard on the other output") { () async throws(LabError) in
        recorder.recording.stretches(of: .cue, threshold: 200, gap: .milliseconds(300))
          .contains { recorder.recording.time(of: $0.upperBound) > moment + .milliseconds(500) }
      }
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await player.volume == [60_000, 50_000])
      #expect(try await cued.play(.warning)?.state == .played)
      #expect(try await cued.output.sink == "out")
    }
  }

  @Test(arguments: bothServers)
  func `The volume and the output that the person gives cues are kept, for the daemon's next run too`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let server = desktop.server
      var cued = try await desktop.startCued()
      let before = try #require(try await server.cueStream)
      try await server.pactl("set-sink-input-volume", "\(before.index)", "45000")
      try await waitUntil("cues to be elsewhere") { () async throws(LabError) in
        // WirePlumber overlooks it while it is still placing a new stream.
        try await server.pactl("move-sink-input", "\(before.index)", "other")
        return try await server.cueStream?.sink != before.sink
      }
      // A session manager writes down late what it was told.
      try await Task.sleep(for: .seconds(1))
      #expect(try await cued.play(.warning)?.state == .played)
      let moved = try #require(try await server.cueStream)
      #expect(moved.sink != before.sink)
      #expect(moved.volume == [45_000])
      #expect(await cued.terminate() == .success)

      cued = try await desktop.startCued()
      #expect(try await cued.play(.warning)?.state == .played)
      let after = try #require(try await server.cueStream)
      #expect(after.sink == moved.sink)
      #expect(after.volume == [45_000])
    }
  }
}

extension SoundServer {
  fileprivate var cueStream: SinkInput? {
    get async throws(LabError) {
      try await sinkInputs().first { $0.properties["application.name"] == "cued" }
    }
  }
}
