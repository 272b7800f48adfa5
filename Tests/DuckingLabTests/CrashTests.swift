import DuckingLab
import EventLoop
import Glibc
import SoundLab
import Testing

/// cued that ends in the middle of a cue.
@EventLoop
@Suite(.serialized) struct CrashTests {
  nonisolated static let volume: [UInt32] = [60_000, 50_000]
  nonisolated static let byRole = Player.Traits(name: "a", role: "music")
  nonisolated static let byName = Player.Traits(name: "b")

  /// Two players, low by a cue of a daemon.
  private func duck(
    _ desktop: Desktop
  ) async throws -> (cued: CuedProcess, byRole: Player, byName: Player) {
    let byRole = try await desktop.startPlayer(Self.byRole, volume: Self.volume)
    let byName = try await desktop.startPlayer(Self.byName, volume: Self.volume)
    let cued = try await desktop.startCued()
    try await cued.send(CuedProcess.longCue)
    try await byRole.waitUntilLow(from: Self.volume)
    try await byName.waitUntilLow(from: Self.volume)
    return (cued, byRole, byName)
  }

  @Test(arguments: bothServers)
  func `Told to leave during a cue, cued gives everything back first`(kind: SoundServer.Kind) async throws {
    try await Desktop.with(kind) { desktop in
      let (cued, byRole, byName) = try await duck(desktop)
      #expect(await cued.terminate() == .success)
      #expect(try await [byRole.volume, byName.volume] == [Self.volume, Self.volume])
      #expect(!desktop.server.hasVolumeJournal)
    }
  }

  @Test(arguments: bothServers)
  func `Killed during a cue, cued gives everything back at its next start, also where a cue begins at once`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let (killed, byRole, byName) = try await duck(desktop)
      await killed.kill()
      #expect(try await byRole.volume == lowered(Self.volume))
      let second = try await desktop.startCued()
      try await byRole.waitForVolume(Self.volume)
      try await byName.waitForVolume(Self.volume)
      try await desktop.untilAllIsGivenBack()

      try await second.send(CuedProcess.longCue)
      try await byRole.waitUntilLow(from: Self.volume)
      await second.kill()
      let third = try await desktop.startCued(untilReady: false)
      try await third.send(CuedProcess.longCue)
      while try await third.output.server == nil { try await Task.sleep(for: .milliseconds(5)) }
      try await byRole.waitUntilLow(from: Self.volume)
      try await third.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await [byRole.volume, byName.volume] == [Self.volume, Self.volume])
    }
  }

  @Test(arguments: bothServers)
  func `Players that are killed with cued come back as loud as they were, before its next start and after it`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let (cued, byRole, byName) = try await duck(desktop)
      await cued.kill()
      await byRole.kill()
      await byName.kill()
      let before = try await desktop.startPlayer(Self.byRole)
      #expect(try await before.volume == lowered(Self.volume))
      _ = try await desktop.startCued()
      try await before.waitForVolume(Self.volume)
      try await desktop.untilAllIsGivenBack()
      #expect(try await desktop.rememberedVolume(Self.byName) == Self.volume)
      await before.kill()
      #expect(try await desktop.rememberedVolume(Self.byRole) == Self.volume)
    }
  }

  @Test(arguments: bothServers)
  func `--restore-volumes gives back what a killed cued had lowered, to players that live and to those that do not`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let (first, byRole, byName) = try await duck(desktop)
      await first.kill()
      #expect(try await CuedProcess.restoreVolumes(on: desktop.server).status == .success)
      #expect(try await [byRole.volume, byName.volume] == [Self.volume, Self.volume])
      #expect(!desktop.server.hasVolumeJournal)

      let second = try await desktop.startCued()
      try await second.send(CuedProcess.longCue)
      try await byRole.waitUntilLow(from: Self.volume)
      try await byName.waitUntilLow(from: Self.volume)
      await second.kill()
      await byName.kill()
      #expect(try await CuedProcess.restoreVolumes(on: desktop.server).status == .success)
      #expect(try await byRole.volume == Self.volume)
      #expect(!desktop.server.hasVolumeJournal)
      #expect(try await desktop.rememberedVolume(Self.byName) == Self.volume)

      // There is nothing more to do, and nothing is done.
      try await byRole.setVolume(lowered(Self.volume))
      #expect(try await CuedProcess.restoreVolumes(on: desktop.server).status == .success)
      #expect(try await byRole.volume == lowered(Self.volume))
    }
  }

  @Test(arguments: bothServers)
  func `--restore-volumes without a server starts none, and leaves the journal to the next start`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let (cued, _, _) = try await duck(desktop)
      await cued.kill()
      await desktop.server.kill(SIGKILL)
      _ = try await CuedProcess.restoreVolumes(on: desktop.server)
      #expect(desktop.server.hasVolumeJournal)
      await #expect(throws: LabError.self) { try await desktop.server.pactl("info") }
    }
  }

  @Test(arguments: bothServers)
  func `A journal that is cut in half is told and forgotten, and cues duck and give back as ever`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let (killed, byRole, _) = try await duck(desktop)
      await killed.kill()
      try cutInHalf(desktop.server.volumeJournal)
      try await byRole.setVolume(Self.volume)
      let cued = try await desktop.startCued()
      try await desktop.untilAllIsGivenBack()
      #expect(cued.log.contains("damaged"))
      try await cued.send(CuedProcess.longCue)
      try await byRole.waitUntilLow(from: Self.volume)
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await byRole.volume == Self.volume)
    }
  }

  @Test(arguments: bothServers)
  func `A volume that the person chose after a crash stands`(kind: SoundServer.Kind) async throws {
    try await Desktop.with(kind) { desktop in
      let (killed, byRole, byName) = try await duck(desktop)
      await killed.kill()
      try await byRole.setVolume([40_000, 41_000])
      try await byName.setVolume([42_000, 43_000])
      await byName.kill()
      _ = try await desktop.startCued()
      try await desktop.untilAllIsGivenBack()
      #expect(try await byRole.volume == [40_000, 41_000])
      #expect(try await desktop.rememberedVolume(Self.byName) == [42_000, 43_000])
    }
  }
}

private func cutInHalf(_ path: String) throws {
  var status = stat()
  try #require(stat(path, &status) == 0)
  try #require(truncate(path, status.st_size / 2) == 0)
}
