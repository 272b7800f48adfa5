import Testing

@testable import Ducking

/// Random histories of players, persons and cues, with what the server tells coming late, as it does.
@Suite struct RandomHistoryTests {
  @Test(arguments: 0..<40)
  func `After any history every player has its own volume, or the person's, and is remembered by it`(seed: Int) {
    for round in 0..<50 {
      var history = History(seed: UInt64(seed * 1_000 + round))
      history.run()
      #expect(history.wrong == [], "seed \(seed * 1_000 + round)")
    }
  }

  @Test(arguments: 0..<40)
  func `After a crash at any moment, what the journal says gives every player its own volume back`(seed: Int) {
    for round in 0..<50 {
      var history = History(seed: UInt64(seed * 1_000 + round))
      history.runAndCrash()
      #expect(history.wrong == [], "seed \(seed * 1_000 + round)")
    }
  }
}

private struct History {
  var server = SimulatedServer(depth: 20)
  /// What each player's volume is to be in the end.
  var wanted: [UInt32: StreamVolume] = [:]
  var wantedMemories: [String: StreamVolume] = [:]
  var random: Generator
  var isDown = false
  var players = 0

  init(seed: UInt64) { random = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1) }

  var wrong: [String] {
    server.streams.keys.sorted().filter { server.streams[$0]?.volume != wanted[$0] }.map { "stream \($0)" }
      + wantedMemories.keys.sorted().filter { server.memories[$0] != wantedMemories[$0] }.map { "memory \($0)" }
  }

  mutating func run() {
    for _ in 0..<40 { act() }
    if isDown { server.release() }
    server.tell()
    server.stepToTheEnd()
    server.tell()
    server.settle()
    server.tell()
  }

  /// The daemon dies, players may leave, and the next daemon restores what the journal says.
  mutating func runAndCrash() {
    for _ in 0..<Int.random(in: 1..<40, using: &random) { act() }
    for index in server.streams.keys.sorted() where Bool.random(using: &random) { server.leave(index) }
    let restoration = server.journal?.restoration(among: Array(server.streams.values)) ?? .init()
    for entry in restoration.streams { server.move(entry.index, to: entry.original.channels) }
    for entry in restoration.memories {
      if let memory = entry.memory, let volume = server.memories[memory],
        entry.explains(SinkInput(index: entry.index, volume: volume))
      {
        server.memories[memory] = entry.original
      }
    }
  }

  private mutating func act() {
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: start()
    case 2: if let index = server.streams.keys.sorted().randomElement(using: &random) { server.leave(index) }
    case 3: move()
    case 4:
      server.tell()
      server.duck()
      isDown = true
    case 5:
      server.release()
      isDown = false
    case 6, 7: server.step()
    default: server.tell()
    }
  }

  /// Each player has a memory of its own: of those that share one, the last one's volume is remembered.
  private mutating func start() {
    let isReturn = !wantedMemories.isEmpty && Bool.random(using: &random)
    let running = Set(server.streams.values.compactMap(\.memory))
    let absent = wantedMemories.keys.filter { !running.contains($0) }.sorted()
    if isReturn, let name = absent.randomElement(using: &random) {
      let index = server.play(name)
      wanted[index] = wantedMemories[name]
      return
    }
    players += 1
    let volume = [randomVolume(), randomVolume()]
    let index = server.play("player \(players)", volume: volume)
    wanted[index] = StreamVolume(volume)
    wantedMemories["player \(players)"] = StreamVolume(volume)
  }

  /// The person moves a slider, and the server tells so before our next step, as it nearly always does.
  private mutating func move() {
    guard let index = server.streams.keys.sorted().randomElement(using: &random), let stream = server.streams[index]
    else { return }
    server.tell()
    let volume = [randomVolume(), randomVolume()]
    server.move(index, to: volume)
    server.tell()
    wanted[index] = StreamVolume(volume)
    wantedMemories[stream.memory!] = StreamVolume(volume)
  }

  private mutating func randomVolume() -> UInt32 { UInt32.random(in: 20_000...65_536, using: &random) }
}

private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
