import DuckingLab
import EventLoop
import SoundLab
import Testing

/// What a cue does to the volumes of players that stay.
@EventLoop
@Suite(.serialized) struct CueTests {
  @Test(arguments: bothServers)
  func `A cue lowers every player by the depth that is set, and gives it back to the bit`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let volumes: [[UInt32]] = [[65_536, 65_536], [61_234, 47_777]]
      let first = try await desktop.startPlayer(.init(name: "first"), volume: volumes[0])
      let second = try await desktop.startPlayer(.init(name: "second"), volume: volumes[1])
      for depth in [6, 20, 40] {
        let cued = try await desktop.startCued(.init(depth: depth))
        try await cued.send(CuedProcess.longCue)
        try await first.waitUntilLow(from: volumes[0], by: depth)
        try await second.waitUntilLow(from: volumes[1], by: depth)
        try await cued.cancel()
        try await desktop.untilAllIsGivenBack()
        #expect(try await [first.volume, second.volume] == volumes)
        #expect(await cued.terminate() == .success)
      }
    }
  }

  @Test(arguments: bothServers)
  func `A cue that is heard to its end gives everything back`(kind: SoundServer.Kind) async throws {
    try await Desktop.with(kind) { desktop in
      let player = try await desktop.startPlayer(volume: [60_000, 50_000])
      let cued = try await desktop.startCued()
      async let reply = cued.play(.say("one two three four", chime: nil))
      try await player.waitUntilLow(from: [60_000, 50_000])
      #expect(try await reply?.state == .played)
      try await desktop.untilAllIsGivenBack()
      #expect(try await player.volume == [60_000, 50_000])
    }
  }

  @Test(arguments: bothServers)
  func `Music, films and games make room on any output; calls, screen readers and event sounds do not`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      var low: [Player] = []
      for role in ["music", "video", "game", nil] {
        let sink = role == "video" ? "other" : nil
        low.append(try await desktop.startPlayer(.init(name: role ?? "none", role: role, sink: sink)))
      }
      var exempt: [Player] = []
      for role in ["phone", "a11y", "event"] {
        exempt.append(try await desktop.startPlayer(.init(name: role, role: role)))
      }
      let cued = try await desktop.startCued()
      try await cued.send(CuedProcess.longCue)
      for player in low { try await player.waitUntilLow(from: [65_536, 65_536]) }
      for player in exempt { #expect(try await player.volume == [65_536, 65_536], "\(player.traits.name)") }
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      for player in low + exempt { #expect(try await player.volume == [65_536, 65_536], "\(player.traits.name)") }
    }
  }

  @Test(arguments: bothServers)
  func `A volume that the person moves during a cue stands, and is remembered`(kind: SoundServer.Kind) async throws {
    try await Desktop.with(kind) { desktop in
      let traits = Player.Traits(name: "moved")
      let moved = try await desktop.startPlayer(traits, volume: [60_000, 50_000])
      let other = try await desktop.startPlayer(.init(name: "other"), volume: [55_000, 55_000])
      let cued = try await desktop.startCued()
      try await cued.send(CuedProcess.longCue)
      try await moved.waitUntilLow(from: [60_000, 50_000])
      try await moved.setVolume([40_000, 41_000])
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await moved.volume == [40_000, 41_000])
      #expect(try await other.volume == [55_000, 55_000])
      await moved.kill()
      #expect(try await desktop.rememberedVolume(traits) == [40_000, 41_000])
    }
  }

  @Test(arguments: bothServers)
  func `A player that starts during a cue makes room, with what it is remembered by as its own volume`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let late = Player.Traits(name: "late")
      await (try desktop.startPlayer(late, volume: [48_000, 58_000])).kill()
      let first = try await desktop.startPlayer(.init(name: "first"), volume: [60_000, 60_000])
      let cued = try await desktop.startCued()
      try await cued.send(CuedProcess.longCue)
      try await first.waitUntilLow(from: [60_000, 60_000])
      let player = try await desktop.startPlayer(late)
      try await player.waitUntilLow(from: [48_000, 58_000])
      // Another stream of a player that is low begins low, and comes back with it.
      let second = try await desktop.startPlayer(.init(name: "first"))
      try await second.waitUntilLow(from: [60_000, 60_000])
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await player.volume == [48_000, 58_000])
      #expect(try await [first.volume, second.volume] == [[60_000, 60_000], [60_000, 60_000]])
    }
  }

  @Test(arguments: bothServers)
  func `A player's stream of other channels that appears while it is low comes back as loud as it was`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let first = try await desktop.startPlayer(.init(name: "first"), volume: [60_000, 60_000])
      let cued = try await desktop.startCued()
      try await cued.send(CuedProcess.longCue)
      try await first.waitUntilLow(from: [60_000, 60_000])
      let arguments = ["--playback", "--raw", "--channels=1", "--client-name=first", "--latency-msec=50", "/dev/zero"]
      let mono = try Spawn("pacat", arguments, environment: desktop.server.environment, output: .discarded).start()
      let low = try await first.volume[0]
      try await waitUntil("the mono stream to be low") { () async throws(LabError) in
        try await desktop.monoVolume == [low]
      }
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await desktop.monoVolume == [60_000])
      #expect(try await first.volume == [60_000, 60_000])
      await mono.kill()
    }
  }

  @Test func `What a filter plays is not lowered once more`() async throws {
    try await Desktop.with(.pulse) { desktop in
      try await desktop.server.pactl("load-module", "module-remap-sink", "sink_name=filter", "master=out")
      let player = try await desktop.startPlayer(.init(name: "first", sink: "filter"), volume: [60_000, 60_000])
      let cued = try await desktop.startCued(.init(ducking: "volume"))
      try await cued.send(CuedProcess.longCue)
      try await player.waitUntilLow(from: [60_000, 60_000])
      let filters = try await desktop.server.sinkInputs().filter { $0.properties["media.role"] == "filter" }
      #expect(filters.map(\.volume) == [[65_536, 65_536]])
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await player.volume == [60_000, 60_000])
    }
  }

  @Test(arguments: bothServers)
  func `Each of two players that share a role has its own volume back`(kind: SoundServer.Kind) async throws {
    try await Desktop.with(kind) { desktop in
      let first = try await desktop.startPlayer(.init(name: "first", role: "music"), volume: [60_000, 60_000])
      let second = try await desktop.startPlayer(.init(name: "second", role: "music"), volume: [45_000, 40_000])
      let cued = try await desktop.startCued()
      try await cued.send(CuedProcess.longCue)
      try await first.waitUntilLow(from: [60_000, 60_000])
      try await second.waitUntilLow(from: [45_000, 40_000])
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await [first.volume, second.volume] == [[60_000, 60_000], [45_000, 40_000]])
      // The person has moved the second one last.
      #expect(try await desktop.rememberedVolume(.init(role: "music")) == [45_000, 40_000])
    }
  }
}

extension Desktop {
  /// Of the player `first`'s stream of one channel; nil where there is none.
  fileprivate var monoVolume: [UInt32]? {
    get async throws(LabError) {
      let streams = try await server.sinkInputs()
      return streams.first { $0.properties["application.name"] == "first" && $0.volume.count == 1 }?.volume
    }
  }
}
