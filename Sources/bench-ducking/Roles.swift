import DuckingLab
import EventLoop
import SoundLab

/// Who makes room for a cue, and who does not.
///
/// - Returns: how many did otherwise than they should.
@EventLoop
func measureRoles(_ effort: Effort) async throws -> Int {
  let table = Table(
    "Volumes during a cue, of players at 65,536",
    [("set-up", 32), ("role", 8), ("sink", 6), ("volume", 8), ("should be", 9)])
  return try await effort.forEach(of: Setup.ofVolumes) { setup in
    try await Desktop.with(setup.kind) { desktop in
      var players: [(player: Player, wanted: UInt32)] = []
      for role in ["phone", "a11y", "event", "music", "video", "game", nil] {
        for sink in ["out", "other"] {
          let traits = Player.Traits(name: "\(role ?? "none") on \(sink)", role: role, sink: sink)
          let isExempt = ["phone", "a11y", "event"].contains(role)
          players.append((try await desktop.startPlayer(traits), isExempt ? 65_536 : lowered([65_536])[0]))
        }
      }
      let cued = try await desktop.startCued(.init(ducking: setup.ducking))
      try await cued.send(CuedProcess.longCue)
      try await players.last?.player.waitUntilLow(from: [65_536, 65_536])
      var wrong = 0
      for (player, wanted) in players {
        let volume = try await player.volume[0]
        if volume != wanted { wrong += 1 }
        table.row(
          ["\(setup)", player.traits.role ?? "none", player.traits.sink ?? "out", "\(volume)", "\(wanted)"])
      }
      return wrong
    }
  }
}
