import DuckingLab
import EventLoop
import Glibc
import SoundLab
import Testing

/// Sound servers that end in the middle of a cue, when the low volume is what they remember.
@EventLoop
@Suite(.serialized) struct ServerCrashTests {
  nonisolated static let volume: [UInt32] = [60_000, 50_000]
  nonisolated static let byRole = Player.Traits(name: "a", role: "music")
  nonisolated static let byName = Player.Traits(name: "b")

  @Test(arguments: bothServers)
  func `Players come back as loud as they were when a server that ended in a cue is started again`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let cued = try await duckAndEndServer(desktop)
      try await desktop.server.restart()
      // It starts while cued finds the server again, or just before it, or just after it.
      let player = try await desktop.startPlayer(Self.byRole)
      while try await cued.output.server == nil { try await Task.sleep(for: .milliseconds(5)) }
      try await cued.cancel()
      try await desktop.untilAllIsGivenBack()
      #expect(try await player.volume == Self.volume)
      #expect(try await desktop.rememberedVolume(Self.byName) == Self.volume)
    }
  }

  @Test(arguments: bothServers)
  func `So they do where cued ended with the server, and starts after the players`(
    kind: SoundServer.Kind
  ) async throws {
    try await Desktop.with(kind) { desktop in
      let killed = try await duckAndEndServer(desktop)
      await killed.kill()
      try await desktop.server.restart()
      let player = try await desktop.startPlayer(Self.byRole)
      #expect(try await player.volume == lowered(Self.volume), "the server is to have remembered what it was low at")
      _ = try await desktop.startCued()
      try await desktop.untilAllIsGivenBack()
      #expect(try await player.volume == Self.volume)
      #expect(try await desktop.rememberedVolume(Self.byName) == Self.volume)
    }
  }

  /// Leaves two players' memories low on disk, as far as the server writes them, and the server dead.
  private func duckAndEndServer(_ desktop: Desktop) async throws -> CuedProcess {
    let byRole = try await desktop.startPlayer(Self.byRole, volume: Self.volume)
    let byName = try await desktop.startPlayer(Self.byName, volume: Self.volume)
    let cued = try await desktop.startCued()
    try await cued.send(CuedProcess.longCue)
    try await byRole.waitUntilLow(from: Self.volume)
    try await byName.waitUntilLow(from: Self.volume)
    // PulseAudio writes what it remembers when it is told to leave, WirePlumber a second after each change.
    if desktop.server.kind == .pipewire { try await Task.sleep(for: .milliseconds(1_500)) }
    let processes = desktop.server.processIDs
    await desktop.server.kill(SIGTERM)
    try await waitUntil("the server to be gone") { () async throws(LabError) in
      processes.allSatisfy { Glibc.kill($0, 0) != 0 }
    }
    await byRole.kill()
    await byName.kill()
    return cued
  }
}
