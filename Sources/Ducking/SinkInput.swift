/// A stream that plays, as far as ducking depends on it.
public struct SinkInput: Equatable, Sendable {
  /// The server's number for it, as long as it lives.
  public var index: UInt32
  public var volume: StreamVolume
  public var isMuted: Bool
  /// Its `media.role`, if it says one.
  public var role: String?
  /// What the server remembers its volume by (`module-stream-restore.id`), if it does.
  public var memory: String?
  /// Which channel is which, as the server writes it: `front-left,front-right`.
  public var channelMap: String?
  /// Whether it is a stream of our own connection.
  public var isOurs: Bool
  /// Whether it is what a filter makes of other streams, perhaps of ours: they make room already.
  public var isFilter: Bool
  /// Whether it is there in full. PipeWire announces a stream before it has an output, and with volume zero.
  public var isReady: Bool
  /// Whether its volume can be changed from outside.
  public var isWritable: Bool

  public init(
    index: UInt32, volume: StreamVolume, isMuted: Bool = false, role: String? = nil, memory: String? = nil,
    channelMap: String? = nil, isOurs: Bool = false, isFilter: Bool = false, isReady: Bool = true,
    isWritable: Bool = true
  ) {
    self.index = index
    self.volume = volume
    self.isMuted = isMuted
    self.role = role
    self.memory = memory
    self.channelMap = channelMap
    self.isOurs = isOurs
    self.isFilter = isFilter
    self.isReady = isReady
    self.isWritable = isWritable
  }

  /// The roles of what must be heard as well as a cue.
  static let exemptRoles: Set<String> = ["event", "phone", "a11y"]

  /// Whether it makes room for cues: neither ours, nor a filter's, nor silent, nor what must be heard as well.
  var makesRoom: Bool {
    isReady && !isOurs && !isFilter && !isMuted && !Self.exemptRoles.contains(role ?? "")
  }
}
