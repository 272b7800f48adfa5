/// What must not be forgotten while volumes are lowered: whose, from where, and how far.
///
/// It is on disk before the first volume is changed, so that whoever comes after a crash can give everything back.
public struct VolumeJournal: Codable, Equatable, Sendable {
  public struct Entry: Codable, Equatable, Sendable {
    public var index: UInt32
    public var memory: String?
    public var original: StreamVolume
    public var channelMap: String?
    public var depth: DuckingDepth

    public init(
      index: UInt32, memory: String?, original: StreamVolume, channelMap: String? = nil, depth: DuckingDepth
    ) {
      self.index = index
      self.memory = memory
      self.original = original
      self.channelMap = channelMap
      self.depth = depth
    }

    /// Whether a stream has a volume that we set, going down or coming back, or what the server makes of that for a
    /// stream of other channels.
    public func explains(_ stream: SinkInput) -> Bool {
      (1...DuckingDepth.steps).contains { step in
        original.lowered(to: depth, step: step).remapped(from: channelMap, to: stream.channelMap) == stream.volume
      }
    }

    /// What such a stream has when nobody lowers it.
    func original(of stream: SinkInput) -> StreamVolume { original.remapped(from: channelMap, to: stream.channelMap) }
  }

  public var entries: [Entry]

  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// What is to be done about a journal that a run before this one left behind.
  public struct Restoration: Equatable, Sendable {
    /// Streams that are still as we left them, by their present numbers.
    public var streams: [Entry] = []
    /// Players that are gone: their memory, if it is still as we left it, is to have this volume.
    public var memories: [Entry] = []
  }

  /// A stream gets its volume back if that is still one that we set: anything else is the person's. A player that is
  /// gone comes back as the server remembers it, which may be quiet.
  ///
  /// - Parameter streams: all that play now, on this server or, the indexes being others then, on its successor.
  public func restoration(among streams: [SinkInput]) -> Restoration {
    var restoration = Restoration()
    var found: Set<UInt32> = []
    for entry in entries {
      let heirs = streams.filter { $0.isReady && ($0.index == entry.index || entry.memory != nil) }
        .filter { $0.memory == entry.memory }
      for stream in heirs where entry.explains(stream) && found.insert(stream.index).inserted {
        // Of two that share a memory, each has its own entry; a stranger's entry must not overrule that.
        let own = entries.first { $0.index == stream.index && $0.explains(stream) } ?? entry
        restoration.streams.append(
          Entry(
            index: stream.index, memory: stream.memory, original: own.original(of: stream),
            channelMap: stream.channelMap ?? own.channelMap, depth: own.depth))
      }
      if heirs.isEmpty, entry.memory != nil { restoration.memories.append(entry) }
    }
    return restoration
  }
}
