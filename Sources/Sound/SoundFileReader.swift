import CSampleRate
import CSndFile
import Glibc

/// Reads a sound file part by part, of any kind that libsndfile reads.
final class SoundFileReader {
  /// More than any arrangement of loudspeakers has; what is buffered while a file is read grows with them.
  private static let mostChannels = 32
  /// 18 dB above full scale. Files of floating-point samples may hold anything, and even no number.
  private static let loudest: Float = 8

  /// Samples per second.
  let rate: Int
  let channels: Int
  private let path: String
  private let file: OpaquePointer

  /// - Parameter path: of a regular file; anything else could keep the caller waiting.
  /// - Throws: ``SoundFileError`` where the file cannot be opened, or is of an absurd sample rate or number of channels.
  init(_ path: String) throws(SoundFileError) {
    try Self.requireRegularFile(path)
    var format = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &format) else {
      throw SoundFileError(code: .cannotOpen, path: path, reason: Self.words(of: nil))
    }
    (rate, channels) = (Int(format.samplerate), Int(format.channels))
    self.path = path
    self.file = file
    guard (1...Self.mostChannels).contains(channels) else {
      throw SoundFileError(
        code: .tooManyChannels, path: path, reason: "it has \(channels) channels, more than \(Self.mostChannels)")
    }
    guard src_is_valid_ratio(Double(PCM.rate) / Double(rate)) != 0 else {
      throw SoundFileError(code: .unsupportedRate, path: path, reason: "its sample rate is \(rate) Hz")
    }
  }

  deinit { sf_close(file) }

  /// Reads on, without trusting the length that the file claims to have.
  ///
  /// - Parameter frames: how many samples of each channel at most.
  /// - Returns: the samples of all channels by turns, ±1 being full scale; none at the end.
  /// - Throws: ``SoundFileError`` with the code `unreadable`.
  func read(_ frames: Int) throws(SoundFileError) -> [Float] {
    var samples = [Float](repeating: 0, count: frames * channels)
    let count = Int(sf_readf_float(file, &samples, sf_count_t(frames)))
    guard sf_error(file) == 0 else {
      throw SoundFileError(code: .unreadable, path: path, reason: Self.words(of: file))
    }
    samples.removeLast(samples.count - max(0, count) * channels)
    for index in samples.indices where !(abs(samples[index]) <= Self.loudest) {
      samples[index] = samples[index].isNaN ? 0 : samples[index] < 0 ? -Self.loudest : Self.loudest
    }
    return samples
  }

  /// The library's last error, which it ends with a full stop at times.
  private static func words(of file: OpaquePointer?) -> String {
    let words = String(cString: sf_strerror(file))
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }

  private static func requireRegularFile(_ path: String) throws(SoundFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw SoundFileError(code: .cannotOpen, path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SoundFileError(code: .cannotOpen, path: path, reason: "it is not a regular file")
    }
  }
}
