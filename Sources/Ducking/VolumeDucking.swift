/// Lowers the volumes of other streams while cues play, and gives them back.
///
/// A value without a clock or a server: streams and cues come in as calls; volumes to set and entries to journal come
/// out, to be carried out in their order. All streams go down and come back together, a step each ``stepInterval(isPipeWire:)``.
///
/// A stream that plays meanwhile is in one of three positions: *lowered*, and then it is ours to give back; *the
/// person's*, who moved it while it was lowered, and then it is left alone from there on; or *left alone* from the
/// beginning, because it must not or cannot be lowered.
public struct VolumeDucking: Sendable {
  /// Between two steps, so that the way down, or back, takes some 25 ms until its last step is in effect.
  ///
  /// - Parameter isPipeWire: it changes volumes between its quanta of 5.3 ms only, so that the last step may come a
  ///   quantum late; and in none of them it makes more than two steps.
  public static func stepInterval(isPipeWire: Bool) -> Duration {
    isPipeWire ? .microseconds(2_800) : .microseconds(3_600)
  }

  /// How long what was given back is watched: a player that leaves at once may not be remembered right.
  public static let settling: Duration = .milliseconds(500)

  public enum Action: Equatable, Sendable {
    /// Put this on disk before going on; it replaces what was there.
    case journal(VolumeJournal)
    case set(UInt32, StreamVolume)
    /// A player left while it was lowered: see to it that it does not come back quiet, then say
    /// ``VolumeDucking/cured(_:)``.
    case cure(VolumeJournal.Entry)
    /// Everything is given back, and every player cured. Say ``VolumeDucking/settled()`` after ``VolumeDucking/settling``.
    case settle
    /// Nothing is left to watch, and nothing to remember.
    case done
  }

  private struct Lowered: Sendable {
    let entry: VolumeJournal.Entry
    /// Whether the server has told a volume that we set.
    var isConfirmed = false
  }

  private enum Phase: Sendable {
    case idle
    case down
    /// On the way back, or back and watched.
    case back
  }

  private var depth: DuckingDepth
  /// From the next time on that streams go down.
  private var nextDepth: DuckingDepth
  private var phase = Phase.idle
  /// How many steps down all streams are.
  private var position = 0
  private var lowered: [UInt32: Lowered] = [:]
  private var personal: Set<UInt32> = []
  /// The players that left while they were lowered, and whether that is cured.
  private var departed: [(entry: VolumeJournal.Entry, isCured: Bool)] = []
  private var unchangeable: Set<UInt32> = []
  /// What a run before this one had lowered, or a cue before this one: the server may still tell volumes of then.
  private var inherited: [VolumeJournal.Entry]

  /// - Parameter inherited: the journal of a run that could not give everything back: what it says is being restored.
  public init(depth: DuckingDepth, inherited: VolumeJournal = VolumeJournal()) {
    self.depth = depth
    nextDepth = depth
    self.inherited = inherited.entries
  }

  /// Takes another depth for the next time that streams go down; those that are down already stay where they are.
  public mutating func use(_ depth: DuckingDepth) { nextDepth = depth }

  /// Whether ``step()`` is to be called in a ``stepInterval(isPipeWire:)``.
  public var isMoving: Bool {
    switch phase {
    case .idle: false
    case .down: position < DuckingDepth.steps
    case .back: position > 0
    }
  }

  /// Whether streams must be watched: some volume may not be the person's.
  public var isActive: Bool {
    if case .idle = phase { false } else { true }
  }

  /// Whether streams are low, or on their way.
  public var isLow: Bool { position > 0 }

  /// How many streams could not be lowered, since the last time that all was given back.
  public var unchangeableCount: Int { unchangeable.count }
}

// MARK: - Cues

extension VolumeDucking {
  /// A cue begins; the first step down is taken at once.
  ///
  /// - Parameter streams: all that play now.
  public mutating func duck(_ streams: [SinkInput]) -> [Action] {
    if position == 0 {
      depth = nextDepth
      inherited = inherited.filter { lowered[$0.index] == nil } + lowered.keys.sorted().map { lowered[$0]!.entry }
      (lowered, personal, unchangeable) = ([:], [], [])
      departed.removeAll { $0.isCured }
    }
    phase = .down
    position = min(position + 1, DuckingDepth.steps)
    var isNews = false
    for stream in streams where lowered[stream.index] == nil && !personal.contains(stream.index) {
      isNews = adopt(stream) || isNews
    }
    return (isNews ? [.journal(journal)] : []) + setAll()
  }

  /// The last cue has ended; the first step back is taken at once.
  public mutating func release() -> [Action] {
    guard case .down = phase else { return [] }
    phase = .back
    position -= 1
    return setAll() + settleIfBack()
  }

  /// Gives back what a run before this one had lowered.
  ///
  /// - Parameter streams: all that play now. Those that appear later are restored when they do.
  public mutating func restore(among streams: [SinkInput]) -> [Action] {
    let restoration = VolumeJournal(inherited).restoration(among: streams)
    phase = .back
    for entry in restoration.streams { lowered[entry.index] = Lowered(entry: entry) }
    departed = restoration.memories.map { ($0, isCured: false) }
    return setAll() + restoration.memories.map(Action.cure) + settleIfBack()
  }

  /// The next step.
  public mutating func step() -> [Action] {
    guard isMoving else { return [] }
    if case .down = phase { position += 1 } else { position -= 1 }
    return setAll() + settleIfBack()
  }

  /// What was given back has been watched long enough. A player that left meanwhile is waited for until it is cured.
  public mutating func settled() -> [Action] {
    guard case .back = phase, position == 0, isCured else { return [] }
    phase = .idle
    (lowered, personal, departed, inherited) = ([:], [], [], [])
    return [.done]
  }

  /// Everything is to be given back now, without steps.
  public mutating func giveBack() -> [Action] {
    guard isActive else { return [] }
    phase = .back
    position = 0
    return setAll() + settleIfBack()
  }

  /// In the order in which the streams began: of those that share a memory, the youngest is remembered.
  private func setAll() -> [Action] {
    lowered.keys.sorted().map { .set($0, volumeNow(of: lowered[$0]!.entry)) }
  }

  private func settleIfBack() -> [Action] {
    if case .back = phase, position == 0, isCured { [.settle] } else { [] }
  }

  private var isCured: Bool { departed.allSatisfy(\.isCured) }

  private func volumeNow(of entry: VolumeJournal.Entry) -> StreamVolume {
    entry.original.lowered(to: depth, step: position)
  }
}

// MARK: - Streams

extension VolumeDucking {
  /// A stream has appeared, or something about it has changed.
  public mutating func changed(_ stream: SinkInput) -> [Action] {
    guard isActive, stream.isReady, !personal.contains(stream.index) else { return [] }
    guard let known = lowered[stream.index] else { return appeared(stream) }
    if known.entry.explains(stream) {
      lowered[stream.index]?.isConfirmed = true
      return []
    }
    // The server still tells of the cue before, by which it was lowered to another depth.
    let before = inherited.filter { $0.index == stream.index && $0.memory == stream.memory }
    if before.contains(where: { $0.explains(stream) }) { return [] }
    if stream.volume == known.entry.original, !known.isConfirmed || position == 0 { return [] }
    // The person's hand. A step of ours may be on its way and must not stand.
    lowered[stream.index] = nil
    personal.insert(stream.index)
    return [.journal(journal), .set(stream.index, stream.volume)]
  }

  /// A new stream is lowered while the others are. On the way back, one that begins quiet goes up with the others.
  private mutating func appeared(_ stream: SinkInput) -> [Action] {
    if case .back = phase, !isQuietByUs(stream) { return [] }
    guard adopt(stream), let entry = lowered[stream.index]?.entry else { return [] }
    return [.journal(journal), .set(stream.index, volumeNow(of: entry))]
  }

  /// The stream is gone.
  public mutating func vanished(_ index: UInt32) -> [Action] {
    personal.remove(index)
    unchangeable.remove(index)
    guard let entry = lowered.removeValue(forKey: index)?.entry else { return [] }
    guard entry.memory != nil else { return [.journal(journal)] }
    // Also where another one that is lowered shares its memory: that one may leave too, and what this one left in the
    // memory would then look like somebody's choice.
    departed.append((entry, isCured: false))
    return [.journal(journal), .cure(entry)]
  }

  /// The player of this entry is remembered as it was before.
  public mutating func cured(_ entry: VolumeJournal.Entry) -> [Action] {
    guard let index = departed.firstIndex(where: { $0.entry == entry && !$0.isCured }) else { return [] }
    departed[index].isCured = true
    return [.journal(journal)] + settleIfBack()
  }

  /// Takes a stream that makes room among the lowered ones, and one that is low by our doing, whatever it is now.
  ///
  /// - Returns: whether it is one now.
  private mutating func adopt(_ stream: SinkInput) -> Bool {
    let original = ownVolume(of: stream)
    let ducked = StreamVolume([StreamVolume.full]).lowered(to: depth, step: DuckingDepth.steps)
    guard isQuietByUs(stream) || stream.makesRoom && original.loudest > ducked.loudest else { return false }
    guard stream.isWritable else {
      unchangeable.insert(stream.index)
      return false
    }
    lowered[stream.index] = Lowered(
      entry: VolumeJournal.Entry(
        index: stream.index, memory: stream.memory, original: original, channelMap: stream.channelMap, depth: depth))
    return true
  }

  private func isQuietByUs(_ stream: SinkInput) -> Bool {
    stream.isReady && !stream.isOurs && ownVolume(of: stream) != stream.volume
  }

  /// The volume that a stream has when nobody lowers it. A new stream of a player that is lowered, or was when it left,
  /// begins with the volume that we set, since that is how the server remembers it.
  private func ownVolume(of stream: SinkInput) -> StreamVolume {
    let known = lowered.keys.sorted().map { lowered[$0]!.entry } + departed.map(\.entry) + inherited
    let itself = known.filter { $0.index == stream.index && $0.memory == stream.memory }
    let relatives = known.filter { $0.memory == stream.memory && stream.memory != nil }
    return (itself + relatives).first { $0.explains(stream) }?.original(of: stream) ?? stream.volume
  }

  private var journal: VolumeJournal {
    VolumeJournal(
      lowered.keys.sorted().map { lowered[$0]!.entry }
        + departed.filter { !$0.isCured }.map(\.entry))
  }
}
