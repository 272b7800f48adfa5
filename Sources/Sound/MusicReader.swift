/// Reads music piece by piece, for as long as somebody asks, and holds no more of it than a piece.
///
/// An actor, so that the next piece is made while somebody else is busy with the one before.
public actor MusicReader {
  /// In samples of each channel.
  private static let blockLength = 16_384

  private let music: MusicFiles
  private let rate: Int
  /// Of the file that is heard now.
  private var index = 0
  private var current: Source?
  /// What was read and is not asked for yet.
  private var ready: [Float] = []
  /// What has come of all files since the first began; nil where that is more than a piece.
  private var round: [Float]? = []
  /// Music that is shorter than a piece, again and again: to open its files as often would take longer than to hear it.
  private var repeated: [Float]?

  private struct Source {
    let file: SoundFileReader
    /// Nil where the file has the rate that is wanted.
    let converter: RateConverter?
    var hasSounded = false
  }

  /// - Parameter rate: the samples per second of what comes out.
  public init(_ music: MusicFiles, rate: Int) {
    self.music = music
    self.rate = rate
  }

  /// The next piece.
  ///
  /// - Parameter frames: how many samples of each channel it has.
  /// - Returns: the samples of all channels by turns, ±1 being full scale; a failure where a file cannot be read on.
  public func next(_ frames: Int) -> Result<[Float], SoundFileError> {
    Result { () throws(SoundFileError) in try piece(frames * music.channels) }
  }

  private func piece(_ count: Int) throws(SoundFileError) -> [Float] {
    while ready.count < count { ready += try more() }
    defer { ready.removeFirst(count) }
    return Array(ready[..<count])
  }

  private func more() throws(SoundFileError) -> [Float] {
    if let repeated { return repeated }
    let samples = try read()
    round = round.flatMap { $0.count + samples.count < Self.blockLength ? $0 + samples : nil }
    guard current == nil, index == 0 else { return samples }
    if let round {
      guard !round.isEmpty else { throw .silent(music.paths[index]) }
      repeated = Array([[Float]](repeating: round, count: Self.blockLength / round.count).joined())
    }
    round = []
    return samples
  }

  /// The next samples, or none where a file ends.
  private func read() throws(SoundFileError) -> [Float] {
    var source = if let current { current } else { try open(music.paths[index]) }
    let block = try source.file.read(Self.blockLength)
    guard block.isEmpty else {
      source.hasSounded = true
      current = source
      let samples = spread(block, of: source.file.channels)
      return source.converter?.process(samples) ?? samples
    }
    // There was something when it was looked into: whoever emptied it since must not keep us here for ever.
    guard source.hasSounded else { throw .silent(music.paths[index]) }
    current = nil
    index = (index + 1) % music.paths.count
    return source.converter?.finish() ?? []
  }

  private func open(_ path: String) throws(SoundFileError) -> Source {
    let file = try SoundFileReader(path)
    let converter = file.rate == rate ? nil : RateConverter(from: file.rate, to: rate, channels: music.channels)
    return Source(file: file, converter: converter)
  }

  /// As many channels as the music has.
  private func spread(_ samples: [Float], of channels: Int) -> [Float] {
    if channels == music.channels { return samples }
    var spread: [Float] = []
    spread.reserveCapacity(samples.count / channels * music.channels)
    for start in stride(from: 0, to: samples.count, by: channels) {
      let mean = samples[start..<start + channels].reduce(0, +) / Float(channels)
      for _ in 0..<music.channels { spread.append(mean) }
    }
    return spread
  }
}
