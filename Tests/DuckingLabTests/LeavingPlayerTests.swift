import DuckingLab
import EventLoop
import Glibc
import SoundLab
import Testing

/// Players that leave while they are low, and must not come back quiet.
@EventLoop
@Suite(.serialized) struct LeavingPlayerTests {
  nonisolated static let volume: [UInt32] = [60_000, 50_000]
  /// One that is remembered by its role, and one by its name.
  nonisolated static let players = [Player.Traits(name: "a", role: "music"), Player.Traits(name: "b")]

  @Test(arguments: bothServers, players)
  func `A player that is killed while it is low comes back as loud as it was, during the cue and after it`(
    kind: SoundServer.Kind, traits: Player.Traits
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let player = try await desktop.startPlayer(traits, volume: Self.volume)
      let cued = try await desktop.startCued()
      try await cued.send(CuedProcess.longCue)
      try await player.waitUntilLow(from: Self.volume)
      await player.kill()
      let during = try await desktop.startPlayer(traits)
      try await during.waitUntilLow(from: Self.volume)
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await during.volume == Self.volume)

      try await cued.send(CuedProcess.longCue)
      try await during.waitUntilLow(from: Self.volume)
      await during.kill()
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await desktop.rememberedVolume(traits) == Self.volume)
    }
  }

  @Test(arguments: bothServers, players)
  func `A player that is killed right after the cue comes back as loud as it was`(
    kind: SoundServer.Kind, traits: Player.Traits
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let cued = try await desktop.startCued()
      for delay in [0, 12, 24, 36] {
        let player = try await desktop.startPlayer(traits, volume: Self.volume)
        try await cued.send(CuedProcess.longCue)
        try await player.waitUntilLow(from: Self.volume)
        try await cued.cancel()
        try await Task.sleep(for: .milliseconds(delay))
        await player.kill()
        try await desktop.untilAllIsGivenBack()
        #expect(try await desktop.rememberedVolume(traits) == Self.volume, "killed \(delay) ms after it")
      }
    }
  }

  @Test(arguments: bothServers, [false, true])
  func `Of two that share a role and are killed while they are low, neither leaves it quiet`(
    kind: SoundServer.Kind, elderFirst: Bool
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let traits = Player.Traits(role: "music")
      let volumes: [[UInt32]] = [[60_000, 60_000], [45_000, 40_000]]
      let elder = try await desktop.startPlayer(traits, volume: volumes[0])
      let younger = try await desktop.startPlayer(traits, volume: volumes[1])
      let cued = try await desktop.startCued()
      try await cued.send(CuedProcess.longCue)
      try await elder.waitUntilLow(from: volumes[0])
      try await younger.waitUntilLow(from: volumes[1])
      for player in elderFirst ? [elder, younger] : [younger, elder] { await player.kill() }
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(volumes.contains(try await desktop.rememberedVolume(traits)))
    }
  }

  @Test(arguments: bothServers, players)
  func `Where a player and cued leave at once, as at a logout, neither leaves the volume changed`(
    kind: SoundServer.Kind, traits: Player.Traits
  ) async throws {
    try await Desktop.with(kind) { desktop in
      for playerFirst in [true, false] {
        let player = try await desktop.startPlayer(traits, volume: Self.volume)
        let cued = try await desktop.startCued()
        try await cued.send(CuedProcess.longCue)
        try await player.waitUntilLow(from: Self.volume)
        if playerFirst { await player.kill() }
        cued.signal(SIGTERM)
        await player.kill()
        await cued.wait()
        #expect(!desktop.server.hasVolumeJournal)
        #expect(try await desktop.rememberedVolume(traits) == Self.volume, "player first: \(playerFirst)")
      }
    }
  }
}
