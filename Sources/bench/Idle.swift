import EventLoop
import SoundLab

/// What it costs that the daemon is there and has nothing to do.
struct IdleFigures: Encodable, Sendable {
  /// The daemon's and its speech process's, after cues were played.
  var memory: Memory
  /// Of all its processes, after it has spoken; nil where it is not installed.
  var speechDispatcher: Memory?
  var seconds: Double
  /// How often the daemon and its speech process ran in that time.
  var switches: Int
  /// How often the sound server's processes ran with the daemon connected, and without it.
  var serverSwitches: Int
  var serverSwitchesAlone: Int

  /// - Parameter daemon: has played a cue; it is stopped.
  @EventLoop
  static func measure(_ daemon: Daemon, on server: SoundServer, for time: Duration) async throws -> IdleFigures {
    progress("\(server.kind): idle, with cued")
    let ours = Processes([daemon.id])
    let servers = Processes(server.processIDs)
    try await settle()
    let memory = ours.memory
    let (before, serverBefore) = (ours.switches, servers.switches)
    try await Task.sleep(for: time)
    let (after, serverAfter) = (ours.switches, servers.switches)

    progress("\(server.kind): idle, without cued")
    await daemon.stop()
    try await settle()
    let aloneBefore = servers.switches
    try await Task.sleep(for: time)
    return IdleFigures(
      memory: memory, seconds: time.milliseconds / 1_000, switches: after - before,
      serverSwitches: serverAfter - serverBefore, serverSwitchesAlone: servers.switches - aloneBefore)
  }

  /// A server that something has left still does this and that; PipeWire suspends an idle sink after 5 s.
  private static func settle() async throws { try await Task.sleep(for: .seconds(8)) }
}
