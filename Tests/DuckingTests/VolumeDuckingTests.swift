import Testing

@testable import Ducking

@Suite struct VolumeDuckingTests {
  var server = SimulatedServer()

  /// The volume on PulseAudio's scale that is so many decibels below 100 %.
  func lowered(_ volume: UInt32 = 65_536, by decibels: Int = 20) -> UInt32 {
    StreamVolume([volume]).lowered(to: DuckingDepth(decibels: decibels)!, step: DuckingDepth.steps).channels[0]
  }

  mutating func down() {
    server.duck()
    server.tell()
    server.stepToTheEnd()
  }

  mutating func back() {
    server.release()
    server.tell()
    server.stepToTheEnd()
    server.settle()
    server.tell()
  }

  // MARK: Depth

  // pa_sw_volume_from_dB of PulseAudio 16.1 gives these.
  @Test(arguments: [(0, 65_536), (6, 52_057), (12, 41_350), (20, 30_419), (40, 14_119), (60, 6_554)])
  func `A volume is lowered by the depth that is set, on PulseAudio's cubic scale`(depth: Int, volume: Int) {
    #expect(abs(Int(lowered(by: depth)) - volume) <= 1)
  }

  @Test func `The steps are of equal size in amplitude`() throws {
    let depth = try #require(DuckingDepth(decibels: 20))
    let amplitudes = (0...DuckingDepth.steps).map { step in
      let factor = depth.factor(step: step)
      return factor * factor * factor
    }
    for (before, after) in zip(amplitudes, amplitudes.dropFirst()) {
      #expect(abs(before - after - 0.15) < 1e-9)
    }
  }

  @Test mutating func `Another depth holds from the next time on, and all comes back to the bit`() {
    let player = server.play("a")
    down()
    server.ducking.use(DuckingDepth(decibels: 6)!)
    let late = server.play("b")
    server.tell()
    #expect(server.streams[player]?.volume.channels == [lowered(), lowered()])
    #expect(server.streams[late]?.volume.channels == [lowered(), lowered()])
    back()
    #expect(server.streams[player]?.volume.channels == [65_536, 65_536])
    down()
    #expect(server.streams[player]?.volume.channels == [lowered(by: 6), lowered(by: 6)])
    back()
    #expect(server.streams[player]?.volume.channels == [65_536, 65_536])
    #expect(server.streams[late]?.volume.channels == [65_536, 65_536])
  }

  @Test mutating func `A volume of the depth before that is told late is not taken for the person's`() {
    let player = server.play("a")
    down()
    let late = StreamVolume([65_536, 65_536]).lowered(to: .standard, step: 1)
    server.release()
    server.stepToTheEnd()
    server.ducking.use(DuckingDepth(decibels: 6)!)
    server.duck()
    #expect(server.ducking.changed(SinkInput(index: player, volume: late, memory: "a")) == [])
    server.tell()
    server.stepToTheEnd()
    back()
    #expect(server.streams[player]?.volume.channels == [65_536, 65_536])
  }

  // MARK: Down and back

  @Test mutating func `Streams go down by the depth, keeping their balance, and come back to the bit`() {
    let player = server.play("a", volume: [65_536, 40_000])
    down()
    #expect(server.streams[player]?.volume.channels == [lowered(), lowered(40_000)])
    back()
    #expect(server.streams[player]?.volume.channels == [65_536, 40_000])
    #expect(server.journal == nil)
    #expect(!server.ducking.isActive)
  }

  @Test mutating func `The first step is taken as the cue begins, and the journal is written before it`() {
    server.play("a")
    server.duck()
    #expect(server.journal?.entries.map(\.original) == [StreamVolume([65_536, 65_536])])
    #expect(server.sets.count == 1)
    #expect(VolumeDucking(depth: .standard).duckedFirst == ["journal", "set"])
  }

  @Test mutating func `Between two cues the music stays down, and a cue on the way back turns it round`() {
    let player = server.play("a")
    down()
    server.release()
    server.step()
    server.tell()
    server.duck()
    server.stepToTheEnd()
    #expect(server.streams[player]?.volume.channels == [lowered(), lowered()])
    back()
    #expect(server.streams[player]?.volume.channels == [65_536, 65_536])
  }

  @Test(arguments: ["a", nil])
  mutating func `A cue right after another takes a volume that is told late for what it is`(memory: String?) {
    let player = server.play(memory, volume: [60_000, 50_000])
    down()
    server.release()
    server.tell()
    while server.ducking.isMoving {
      let before = server.streams[player]!
      server.step()
      guard !server.ducking.isMoving else { continue }
      // The server has not carried out the last step when it is asked.
      _ = server.ducking.duck([before])
    }
    server.stepToTheEnd()
    back()
    #expect(server.streams[player]?.volume.channels == [60_000, 50_000])
  }

  // MARK: Who makes room

  @Test(arguments: ["event", "phone", "a11y"])
  mutating func `Calls, screen readers and event sounds are not touched`(role: String) {
    server.play("a", role: role)
    down()
    #expect(server.sets.isEmpty)
  }

  @Test(arguments: [nil, "music", "video", "game"])
  mutating func `Music, video, games and players without a role are lowered`(role: String?) {
    let player = server.play("a", role: role)
    down()
    #expect(server.streams[player]?.volume.channels == [lowered(), lowered()])
  }

  @Test mutating func `Muted streams and those below the ducked level are not touched`() {
    server.play("muted", isMuted: true)
    server.play("quiet", volume: [lowered(), 10])
    down()
    #expect(server.sets.isEmpty)
  }

  @Test mutating func `Our own streams, those of filters, and those that are not there in full yet, are not touched`() {
    server.streams[89] = SinkInput(index: 89, volume: StreamVolume([65_536]), isFilter: true)
    server.streams[90] = SinkInput(index: 90, volume: StreamVolume([65_536]), isOurs: true)
    server.streams[91] = SinkInput(index: 91, volume: StreamVolume([0, 0]), memory: "new", isReady: false)
    down()
    #expect(server.sets.isEmpty)
    server.streams[91] = SinkInput(index: 91, volume: StreamVolume([65_536, 60_000]), memory: "new")
    _ = server.ducking.changed(server.streams[91]!)
    back()
    #expect(server.streams[91]?.volume.channels == [65_536, 60_000])
  }

  @Test mutating func `Streams that cannot be changed are left alone and counted`() {
    server.play("a", isWritable: false)
    let player = server.play("b")
    down()
    #expect(server.ducking.unchangeableCount == 1)
    #expect(server.sets.allSatisfy { $0.index == player })
  }

  // MARK: Meanwhile

  @Test mutating func `A stream that appears while the others are low is lowered too`() {
    server.play("a")
    down()
    let late = server.play("b", volume: [50_000, 50_000])
    server.tell()
    #expect(server.streams[late]?.volume.channels == [lowered(50_000), lowered(50_000)])
    back()
    #expect(server.streams[late]?.volume.channels == [50_000, 50_000])
  }

  @Test(arguments: [[60_000, 60_000], [65_536, 65_536], [100, 100]])
  mutating func `A volume that the person moves while it is low stays theirs`(volume: [UInt32]) {
    let player = server.play("a")
    down()
    server.move(player, to: volume)
    server.tell()
    back()
    #expect(server.streams[player]?.volume.channels == volume)
    #expect(server.memories["a"]?.channels == volume)
  }

  @Test mutating func `A move that our own step has overtaken is put right`() {
    let player = server.play("a")
    server.duck()
    server.tell()
    server.move(player, to: [60_000, 60_000])
    let told = server.streams[player]!
    server.step()  // overwrites it before it was told
    for action in server.ducking.changed(told) {
      if case .set(player, let volume) = action { server.move(player, to: volume.channels) }
    }
    server.tell()
    server.stepToTheEnd()
    back()
    #expect(server.streams[player]?.volume.channels == [60_000, 60_000])
  }

  @Test mutating func `A change of something else about a stream is no move`() {
    let player = server.play("a")
    server.duck()
    #expect(
      server.ducking.changed(SinkInput(index: player, volume: StreamVolume([65_536, 65_536]), memory: "a")) == [])
    server.stepToTheEnd()
    #expect(server.streams[player]?.volume.channels == [lowered(), lowered()])
  }

  // MARK: Players that leave

  @Test mutating func `A player that leaves while it is low comes back as loud as it was`() {
    let player = server.play("a", volume: [55_000, 50_000])
    down()
    server.leave(player)
    server.tell()
    back()
    let again = server.play("a")
    #expect(server.streams[again]?.volume.channels == [55_000, 50_000])
  }

  @Test mutating func `One that comes back during the cue is lowered and given back`() {
    let player = server.play("a", volume: [55_000, 50_000])
    down()
    server.leave(player)
    let again = server.play("a")  // before its memory is cured: it begins quiet
    server.tell()
    #expect(server.streams[again]?.volume.channels == [lowered(55_000), lowered(50_000)])
    back()
    #expect(server.streams[again]?.volume.channels == [55_000, 50_000])
    #expect(server.memories["a"]?.channels == [55_000, 50_000])
  }

  @Test(arguments: [false, true])
  mutating func `One that comes back quiet and muted is given back`(isBack: Bool) {
    let player = server.play("a")
    down()
    server.leave(player)
    if isBack { server.release() }
    let again = server.play("a", isMuted: true)
    server.tell()
    back()
    #expect(server.streams[again]?.volume.channels == [65_536, 65_536])
  }

  @Test mutating func `One that comes back on the way back, quiet, goes up with the others`() {
    let player = server.play("a")
    down()
    server.leave(player)
    let again = server.play("a")
    server.release()
    server.tell()
    server.stepToTheEnd()
    server.settle()
    #expect(server.streams[again]?.volume.channels == [65_536, 65_536])
  }

  @Test mutating func `A player that leaves right after it was given back is remembered right`() {
    let player = server.play("a")
    down()
    server.release()
    server.tell()
    server.stepToTheEnd()
    server.memories["a"] = StreamVolume([lowered(), lowered()])  // the server had no time to save
    server.leave(player)
    server.tell()
    server.settle()
    #expect(server.memories["a"]?.channels == [65_536, 65_536])
  }

  @Test mutating func `A second player that shares a low one's memory begins quiet and is given back loud`() {
    server.play("music", volume: [60_000, 60_000], role: "music")
    down()
    let second = server.play("music", role: "music")
    server.tell()
    back()
    #expect(server.streams[second]?.volume.channels == [60_000, 60_000])
  }

  @Test mutating func `Of two that share a memory each has its own volume back`() {
    let first = server.play("music", volume: [60_000, 60_000], role: "music")
    let second = server.play("music", role: "music")
    server.move(second, to: [40_000, 40_000])
    down()
    back()
    #expect(server.streams[first]?.volume.channels == [60_000, 60_000])
    #expect(server.streams[second]?.volume.channels == [40_000, 40_000])
    #expect(server.memories["music"]?.channels == [40_000, 40_000])
  }

  // MARK: Crashes

  @Test mutating func `What a run before this one had lowered is given back`() {
    let player = server.play("a", volume: [60_000, 50_000])
    down()
    server.crash()
    server.restore()
    server.tell()
    server.settle()
    #expect(server.streams[player]?.volume.channels == [60_000, 50_000])
    #expect(server.journal == nil)
  }

  @Test mutating func `A player that comes back quiet while its memory is being cured is given back too`() {
    let player = server.play("a", volume: [60_000, 50_000])
    down()
    server.leave(player)
    server.crash()
    server.restore()
    let again = server.play("a")
    server.tell()
    server.settle()
    #expect(server.streams[again]?.volume.channels == [60_000, 50_000])
    #expect(server.memories["a"]?.channels == [60_000, 50_000])
    #expect(server.journal == nil)
  }

  @Test mutating func `A cue that begins before a crash is mended forgets nothing`() {
    let player = server.play("a", volume: [60_000, 50_000])
    let gone = server.play("b", volume: [55_000, 50_000])
    down()
    server.leave(gone)
    server.crash()
    server.restore()
    server.duck()
    #expect(Set(server.journal?.entries.compactMap(\.memory) ?? []) == ["a", "b"])
    server.tell()
    server.stepToTheEnd()
    back()
    #expect(server.streams[player]?.volume.channels == [60_000, 50_000])
    #expect(server.memories["b"]?.channels == [55_000, 50_000])
  }

  @Test mutating func `As long as a player is not cured, there is something to remember`() {
    let player = server.play("a")
    down()
    _ = server.ducking.vanished(player)
    #expect(!server.ducking.giveBack().contains(.settle))
    #expect(server.ducking.settled() == [])
    let entry = VolumeJournal.Entry(
      index: player, memory: "a", original: StreamVolume([65_536, 65_536]), depth: DuckingDepth(decibels: 20)!)
    #expect(server.ducking.cured(entry) == [.journal(VolumeJournal()), .settle])
    #expect(server.ducking.settled() == [.done])
  }

  @Test(arguments: [false, true])
  mutating func `Of two that share a memory and leave while they are low, none leaves it quiet`(elderFirst: Bool) {
    let elder = server.play("music", volume: [60_000, 60_000], role: "music")
    let younger = server.play("music", role: "music")
    server.move(younger, to: [40_000, 40_000])
    down()
    for index in elderFirst ? [elder, younger] : [younger, elder] {
      server.leave(index)
      server.tell()
    }
    back()
    #expect(server.memories["music"]?.channels == [40_000, 40_000])
  }

  @Test mutating func `Giving back at once skips the steps`() {
    let player = server.play("a")
    down()
    for action in server.ducking.giveBack() {
      if case .set(let index, let volume) = action { server.move(index, to: volume.channels) }
    }
    #expect(server.streams[player]?.volume.channels == [65_536, 65_536])
    #expect(server.ducking.settled() == [.done])
  }
}

extension VolumeDucking {
  /// The kinds of actions that come first when a cue begins over one player.
  fileprivate var duckedFirst: [String] {
    var ducking = self
    return ducking.duck([SinkInput(index: 1, volume: StreamVolume([65_536]))]).map { action in
      switch action {
      case .journal: "journal"
      case .set: "set"
      case .cure: "cure"
      case .settle: "settle"
      case .done: "done"
      }
    }
  }
}
