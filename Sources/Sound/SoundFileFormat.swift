import CSndFile

/// What a sound file can be written as.
enum SoundFileFormat: String, CaseIterable {
  case wav
  case flac
  /// Vorbis in Ogg.
  case ogg
  /// Vorbis in Ogg, too: the ending that the Ogg people want for sound alone.
  case oga
  case opus

  /// The format that the ending of a file's name stands for, in capitals or not.
  init?(path: String) {
    let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// Whether it can hold sound of that many samples a second, of the two that music has.
  func takes(rate: Int) -> Bool { rate == PCM.rate || rate == 44_100 && self != .opus }

  /// How much may be written at once, in samples of each channel. libvorbis puts all of it on the stack, which a minute of
  /// sound overflows (<https://github.com/xiph/vorbis/issues/99>); the others are faster with more.
  var blockLength: Int {
    switch self {
    case .wav, .flac, .opus: PCM.rate
    case .ogg, .oga: 4_096
    }
  }

  /// The format in libsndfile's words.
  func info(rate: Int, channels: Int) -> SF_INFO {
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = Int32(channels)
    info.format = Int32(bitPattern: UInt32(code))
    return info
  }

  private var code: Int {
    switch self {
    case .wav: SF_FORMAT_WAV | SF_FORMAT_PCM_16
    case .flac: SF_FORMAT_FLAC | SF_FORMAT_PCM_16
    case .ogg, .oga: SF_FORMAT_OGG | SF_FORMAT_VORBIS
    case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
    }
  }
}
