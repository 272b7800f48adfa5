import CommandLineTool
import DuckingLab
import EventLoop
import Glibc
import SoundLab

/// cued and the sound server killed at random moments of cues.
///
/// - Returns: how often a volume was left changed a second after the restart, or a module was left behind.
@EventLoop
func measureCrashes(_ effort: Effort) async throws -> Int {
  let table = Table(
    "Killed at random moments of a cue: volumes a second after the restart",
    [("set-up", 32), ("killed", 8), ("times", 6), ("low when killed", 15), ("left changed", 12)])
  let wrong = try await effort.forEach(of: Setup.ofVolumes) { setup in
    var wrong = 0
    for victim in [Victim.cued, .server] {
      let times = victim == .cued ? effort.daemonKills : effort.serverKills
      let result = try await kill(victim, times, on: setup)
      wrong += result.changed
      table.row(["\(setup)", "\(victim)", "\(times)", "\(result.low)", "\(result.changed)"])
    }
    return wrong
  }
  return try await wrong + measureModules(effort)
}

private enum Victim {
  case cued, server
}

/// What else happens between a kill and the check.
private enum Fate: CaseIterable {
  case playersLive
  /// They are killed too, and one is started before what was killed, and one after it.
  case playersDie
}

@EventLoop
private func kill(_ victim: Victim, _ times: Int, on setup: Setup) async throws -> (low: Int, changed: Int) {
  try await Desktop.with(setup.kind) { desktop in
    var (low, changed) = (0, 0)
    let traits = [Player.Traits(name: "by role", role: "music"), Player.Traits(name: "by name", latency: .low)]
    let volumes: [[UInt32]] = [[65_536, 50_000], [60_000, 60_000]]
    var players: [Player] = []
    for (traits, volume) in zip(traits, volumes) {
      await (try desktop.startPlayer(traits, volume: volume)).kill()
    }
    // A server that is killed forgets what it was told shortly before; told to leave, it writes that down.
    try await Task.sleep(for: .milliseconds(1_500))
    await desktop.server.kill(SIGTERM)
    try await Task.sleep(for: .milliseconds(500))
    try await desktop.server.restart()
    for traits in traits { players.append(try await desktop.startPlayer(traits)) }
    var cued = try await desktop.startCued(.init(ducking: setup.ducking))
    for time in 0..<times {
      try await cued.send(.say("One two three.", chime: "bell"))
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<1_500)))
      let before = try await players.volumes
      if before != volumes { low += 1 }
      let fate: Fate = victim == .server || time % 2 == 1 ? .playersDie : .playersLive
      switch victim {
      case .cued: await cued.kill()
      case .server: await desktop.server.kill(SIGKILL)
      }
      if fate == .playersDie { for player in players { await player.kill() } }
      if victim == .server { try await desktop.server.restart() }
      if fate == .playersDie { players[0] = try await desktop.startPlayer(traits[0]) }
      if victim == .cued { cued = try await desktop.startCued(.init(ducking: setup.ducking)) }
      if fate == .playersDie { players[1] = try await desktop.startPlayer(traits[1]) }
      while try await cued.output.server == nil { try await Task.sleep(for: .milliseconds(5)) }
      // A cue that a server took with it is heard again, whole, on the next one.
      try await cued.cancel()
      try await cued.untilSilent()
      try await Task.sleep(for: .seconds(1))
      let after = try await players.volumes
      guard after != volumes else { continue }
      changed += 1
      printLine("  \(setup), \(victim) killed \(time + 1): \(after), not \(volumes); low before: \(before)")
      for (player, volume) in zip(players, volumes) { try await player.setVolume(volume) }
    }
    return (low, changed)
  }
}

extension [Player] {
  @EventLoop fileprivate var volumes: [[UInt32]] {
    get async throws(LabError) {
      var volumes: [[UInt32]] = []
      for player in self { volumes.append(try await player.volume) }
      return volumes
    }
  }
}

/// Our module in PulseAudio: there once after a kill and a restart, and gone when we are told to leave.
@EventLoop
private func measureModules(_ effort: Effort) async throws -> Int {
  let table = Table(
    "module-role-ducking", [("cued killed and started again", 29), ("loaded once then", 16), ("left at the end", 15)])
  return try await Desktop.with(.pulse) { desktop in
    let options = CuedProcess.Options(ducking: "role")
    var cued = try await desktop.startCued(options)
    var once = 0
    for _ in 0..<effort.daemonKills {
      try await cued.send(.say("One two three.", chime: "bell"))
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<300)))
      await cued.kill()
      cued = try await desktop.startCued(options)
      if try await desktop.server.duckingModules == 1 { once += 1 }
    }
    await cued.terminate()
    let left = try await desktop.server.duckingModules
    table.row(["\(effort.daemonKills)", "\(once)", "\(left)"])
    return effort.daemonKills - once + left
  }
}

extension SoundServer {
  fileprivate var duckingModules: Int {
    get async throws(LabError) {
      try await pactl("list", "short", "modules").split(separator: "\n").count { $0.contains("module-role-ducking") }
    }
  }
}
