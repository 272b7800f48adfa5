@testable import Ducking

/// A sound server with players, as far as volumes go, and ``VolumeDucking`` driven on it as the player does.
///
/// What the machine asks for is done at once; what the server tells of it comes when the test lets it (``tell()``), as
/// a server's events come late and several changes as one.
struct SimulatedServer {
  var ducking: VolumeDucking
  var streams: [UInt32: SinkInput] = [:]
  /// What players are remembered by.
  var memories: [String: StreamVolume] = [:]
  var journal: VolumeJournal?
  private var untold: Set<UInt32> = []
  private var gone: Set<UInt32> = []
  private var cures: [VolumeJournal.Entry] = []
  private var nextIndex: UInt32 = 0
  private(set) var isSettling = false
  /// Every volume that was set, in order.
  private(set) var sets: [(index: UInt32, volume: StreamVolume)] = []

  init(depth: Int = 20) {
    ducking = VolumeDucking(depth: DuckingDepth(decibels: depth)!)
  }

  // MARK: Players

  /// A player begins, with the volume that it is remembered by.
  @discardableResult
  mutating func play(
    _ name: String?, volume: [UInt32] = [65_536, 65_536], role: String? = nil, isMuted: Bool = false,
    isWritable: Bool = true
  ) -> UInt32 {
    nextIndex += 1
    let stream = SinkInput(
      index: nextIndex, volume: name.flatMap { memories[$0] } ?? StreamVolume(volume), isMuted: isMuted, role: role,
      memory: name, isWritable: isWritable)
    streams[nextIndex] = stream
    remember(stream)
    untold.insert(nextIndex)
    return nextIndex
  }

  mutating func leave(_ index: UInt32) {
    streams[index] = nil
    untold.remove(index)
    gone.insert(index)
  }

  /// The person moves a slider.
  mutating func move(_ index: UInt32, to volume: [UInt32]) { change(index, StreamVolume(volume)) }

  // MARK: Cues

  mutating func duck() { carryOut(ducking.duck(streams.values.sorted { $0.index < $1.index })) }
  mutating func release() { carryOut(ducking.release()) }
  mutating func step() { carryOut(ducking.step()) }

  /// The daemon is killed, and the next one has what it journaled.
  mutating func crash() {
    ducking = VolumeDucking(depth: DuckingDepth(decibels: 20)!, inherited: journal ?? VolumeJournal())
  }

  /// The daemon finds what the one before it left.
  mutating func restore() { carryOut(ducking.restore(among: streams.values.sorted { $0.index < $1.index })) }

  mutating func stepToTheEnd() {
    while ducking.isMoving {
      step()
      tell()
    }
  }

  mutating func settle() {
    guard isSettling else { return }
    isSettling = false
    carryOut(ducking.settled())
  }

  /// Everything that has happened is told, and what comes of it is told too.
  mutating func tell() {
    while !untold.isEmpty || !gone.isEmpty || !cures.isEmpty {
      let (changed, left, curing) = (untold.sorted(), gone.sorted(), cures)
      (untold, gone, cures) = ([], [], [])
      for index in changed { if let stream = streams[index] { carryOut(ducking.changed(stream)) } }
      for index in left { carryOut(ducking.vanished(index)) }
      for entry in curing {
        if let memory = entry.memory, let volume = memories[memory],
          entry.explains(SinkInput(index: entry.index, volume: volume))
        {
          memories[memory] = entry.original
        }
        carryOut(ducking.cured(entry))
      }
    }
  }

  private mutating func carryOut(_ actions: [VolumeDucking.Action]) {
    for action in actions {
      switch action {
      case .journal(let journal): self.journal = journal
      case .set(let index, let volume):
        sets.append((index, volume))
        change(index, volume)
      case .cure(let entry): cures.append(entry)
      case .settle: isSettling = true
      case .done: journal = nil
      }
    }
  }

  private mutating func change(_ index: UInt32, _ volume: StreamVolume) {
    guard var stream = streams[index], stream.volume != volume else { return }
    stream.volume = volume
    streams[index] = stream
    remember(stream)
    untold.insert(index)
  }

  private mutating func remember(_ stream: SinkInput) {
    if let memory = stream.memory { memories[memory] = stream.volume }
  }
}
