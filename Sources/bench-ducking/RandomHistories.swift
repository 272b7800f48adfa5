import CommandLineTool
import DuckingLab
import EventLoop
import SoundLab

/// Many cues over players that come, go and are changed at random.
///
/// - Returns: how many volumes were wrong in the end.
@EventLoop
func measureRandomHistories(_ effort: Effort) async throws -> Int {
  let table = Table(
    "\(effort.randomCues) cues in a row over six players that are started, stopped and moved at random",
    [("set-up", 32), ("moved", 6), ("again", 6), ("stopped", 8), ("wrong", 6), ("remembered wrong", 16)])
  return try await effort.forEach(of: Setup.ofVolumes) { setup in
    try await Desktop.with(setup.kind) { desktop in
      let history = RandomHistory(desktop)
      try await history.run(cues: effort.randomCues, setup)
      let streams = try await history.wrongStreams()
      let memories = try await history.wrongMemories()
      table.row([
        "\(setup)", "\(history.moves)", "\(history.repeats)", "\(history.stops)", "\(streams.count)",
        "\(memories.count)",
      ])
      for line in streams + memories { printLine("  \(line)") }
      return streams.count + memories.count
    }
  }
}

/// Six players, and what the person wants of each.
@EventLoop
private final class RandomHistory {
  private struct Slot {
    var traits: Player.Traits
    var player: Player?
    /// What the person chose for it last.
    var wanted: [UInt32]
  }

  private let desktop: Desktop
  private var slots: [Slot]
  private(set) var moves = 0
  /// How many of these were done again.
  private(set) var repeats = 0
  private(set) var stops = 0
  private var isOver = false

  init(_ desktop: Desktop) {
    self.desktop = desktop
    let traits = [
      Player.Traits(name: "album", role: "music"), .init(name: "radio", role: "music", latency: .low),
      .init(name: "film", role: "video"), .init(name: "browser"), .init(name: "game", role: "game", latency: .low),
      .init(name: "other sink", sink: "other"),
    ]
    slots = traits.map { Slot(traits: $0, wanted: Self.randomVolume()) }
  }

  func run(cues: Int, _ setup: Setup) async throws {
    for index in slots.indices {
      slots[index].player = try await desktop.startPlayer(slots[index].traits, volume: slots[index].wanted)
    }
    let cued = try await desktop.startCued(.init(ducking: setup.ducking))
    async let person: Void = actAtRandom()
    for _ in 0..<cues {
      try await cued.play(.say("One.", chime: nil))
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<600)))
    }
    isOver = true
    try await person
    try await desktop.untilAllIsGivenBack()
  }

  private func actAtRandom() async throws {
    while !isOver {
      try await Task.sleep(for: .milliseconds(Int.random(in: 20..<300)))
      let index = Int.random(in: 0..<slots.count)
      guard let player = slots[index].player else {
        try await start(index)
        continue
      }
      if Int.random(in: 0..<3) == 0 {
        await player.kill()
        slots[index].player = nil
        stops += 1
      } else {
        try await move(index, player)
      }
    }
  }

  /// One that shares its memory starts with what another one was given: the person then chooses for it.
  private func start(_ index: Int) async throws {
    let player = try await desktop.startPlayer(slots[index].traits)
    slots[index].player = player
    if isShared(index) { try await move(index, player) }
  }

  /// What the server was told in the same moment by somebody else replaces what the person chose, and nobody but the
  /// person knows: who sees the slider jump back moves it again.
  private func move(_ index: Int, _ player: Player) async throws {
    slots[index].wanted = Self.randomVolume()
    try await player.moveVolume(slots[index].wanted)
    moves += 1
    // Where a cue begins meanwhile, it is soon as low as that makes it.
    let right = [slots[index].wanted, lowered(slots[index].wanted)]
    for _ in 0..<20 {
      if right.contains(try await player.volume) { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    try await player.moveVolume(slots[index].wanted)
    repeats += 1
  }

  private func isShared(_ index: Int) -> Bool { slots[index].traits.role == "music" }

  /// Above what is quiet enough to be left alone.
  private static func randomVolume() -> [UInt32] {
    [UInt32.random(in: 35_000...65_536), UInt32.random(in: 35_000...65_536)]
  }

  /// Players that have not what the person chose last.
  func wrongStreams() async throws -> [String] {
    var wrong: [String] = []
    for slot in slots {
      guard let volume = try await slot.player?.volume, volume != slot.wanted else { continue }
      wrong.append("\(slot.traits.name): \(volume), not \(slot.wanted)")
    }
    return wrong
  }

  /// Players that would not start with what the person chose last; of those that share a memory, with what the person
  /// chose for any of them.
  func wrongMemories() async throws -> [String] {
    var wrong: [String] = []
    for slot in slots {
      let volume = try await desktop.rememberedVolume(slot.traits)
      let wanted = slots.filter { $0.traits.role == slot.traits.role && slot.traits.role == "music" }.map(\.wanted)
      if volume != slot.wanted, !wanted.contains(volume) {
        wrong.append("\(slot.traits.name) is remembered by \(volume), not \(slot.wanted)")
      }
    }
    return wrong
  }
}
