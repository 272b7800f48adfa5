import EventLoop
import SoundLab

/// A person's desktop: a sound server of its own, with players and cued. Everything is ended with it.
@EventLoop
public final class Desktop {
  public nonisolated let server: SoundServer
  private var running: [CuedProcess] = []
  private var players: [Player] = []

  private init(_ server: SoundServer) { self.server = server }

  /// Starts the server, and ends everything on it when `body` has returned or thrown.
  public static func with<Result: Sendable>(
    _ kind: SoundServer.Kind, _ body: @EventLoop (Desktop) async throws -> Result
  ) async throws -> Result {
    let desktop = Desktop(try await SoundServer.start(kind))
    do {
      let result = try await body(desktop)
      await desktop.end()
      return result
    } catch {
      await desktop.end()
      throw error
    }
  }

  private func end() async {
    for cued in running { await cued.kill() }
    for player in players { await player.kill() }
    await server.stop()
  }

  /// - Parameters:
  ///   - ready: wait until it has found the sound server.
  ///   - heir: it goes on where one that was killed was; else it knows of no cue.
  public func startCued(
    _ options: CuedProcess.Options = .init(), untilReady ready: Bool = true, asHeir heir: Bool = false
  ) async throws -> CuedProcess {
    let cued = try await CuedProcess.start(on: server, options, untilReady: ready, asHeir: heir)
    running.append(cued)
    return cued
  }

  /// A player with the volume that the server remembers it by.
  public func startPlayer(_ traits: Player.Traits = .init()) async throws(LabError) -> Player {
    let player = try await Player.start(on: server, traits)
    players.append(player)
    return player
  }

  /// A player with a volume that the person has chosen.
  public func startPlayer(_ traits: Player.Traits = .init(), volume: [UInt32]) async throws(LabError) -> Player {
    let player = try await Player.start(on: server, traits, volume: volume)
    players.append(player)
    return player
  }

  /// The volume with which a player of this kind would start.
  public func rememberedVolume(_ traits: Player.Traits) async throws(LabError) -> [UInt32] {
    let player = try await startPlayer(traits)
    let volume = try await player.volume
    await player.kill()
    return volume
  }

  /// Waits until cued says that every volume is the person's again, by forgetting what it journaled.
  public func untilAllIsGivenBack() async throws(LabError) {
    try await waitUntil("the volume journal to be gone") { () async throws(LabError) in !self.server.hasVolumeJournal }
  }
}
