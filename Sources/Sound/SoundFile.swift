import CSampleRate
import CSndFile
import Glibc

/// Sound files of any kind that libsndfile reads: WAV, FLAC, Ogg Vorbis, Opus, MP3 and many more.
public enum SoundFile {
  /// More than any arrangement of loudspeakers has; what is buffered while a file is read grows with them.
  private static let mostChannels = 32

  /// Reads a whole file: its channels mixed to one, resampled to ``PCM/rate``.
  ///
  /// - Parameters:
  ///   - path: of a regular file; anything else could keep the caller waiting.
  ///   - limit: the greatest length that is read. One that is longer is refused, not cut.
  /// - Throws: ``SoundFileError`` where the file cannot be opened, is broken, too long, or of an absurd sample rate or
  ///   number of channels.
  public static func read(_ path: String, limit: Frames = Frames(.seconds(60))) throws(SoundFileError) -> PCM {
    try requireRegularFile(path)
    var format = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &format) else {
      throw SoundFileError(code: .cannotOpen, path: path, reason: words(of: nil))
    }
    defer { sf_close(file) }
    guard (1...mostChannels).contains(Int(format.channels)) else {
      throw SoundFileError(
        code: .tooManyChannels, path: path, reason: "it has \(format.channels) channels, more than \(mostChannels)")
    }
    let ratio = Double(PCM.rate) / Double(format.samplerate)
    guard src_is_valid_ratio(ratio) != 0 else {
      throw SoundFileError(
        code: .unsupportedRate, path: path, reason: "its sample rate is \(format.samplerate) Hz")
    }
    let limitAtItsRate = Double(limit.count) * Double(format.samplerate) / Double(PCM.rate)
    guard let mono = try readMixed(file, channels: Int(format.channels), path, limit: limitAtItsRate) else {
      throw SoundFileError(code: .tooLong, path: path, reason: "it is longer than \(limit.duration)")
    }
    return try PCM(rounding: resampled(mono, by: ratio, path))
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

  /// Reads until the end, without trusting the length that the file claims to have.
  ///
  /// - Returns: nil where there are more samples than `limit`.
  private static func readMixed(
    _ file: OpaquePointer, channels: Int, _ path: String, limit: Double
  ) throws(SoundFileError) -> [Float]? {
    let blockLength = 4_096
    var block = [Float](repeating: 0, count: blockLength * channels)
    var mono: [Float] = []
    while true {
      let count = Int(sf_readf_float(file, &block, sf_count_t(blockLength)))
      guard sf_error(file) == 0 else {
        throw SoundFileError(code: .unreadable, path: path, reason: words(of: file))
      }
      guard count > 0 else { return mono }
      guard Double(mono.count + count) <= limit else { return nil }
      for frame in 0..<count {
        mono.append(mixed(block[frame * channels..<(frame + 1) * channels]))
      }
    }
  }

  /// The mean of all channels, within ±1; files of floating-point samples may hold anything, and even no number.
  private static func mixed(_ frame: ArraySlice<Float>) -> Float {
    let mean = frame.reduce(0, +) / Float(frame.count)
    return mean.isNaN ? 0 : max(-1, min(1, mean))
  }

  private static func resampled(
    _ samples: [Float], by ratio: Double, _ path: String
  ) throws(SoundFileError) -> [Float] {
    guard ratio != 1, !samples.isEmpty else { return samples }
    var result = [Float](repeating: 0, count: Int((Double(samples.count) * ratio).rounded(.up)))
    var failure: Int32 = 0
    var made = 0
    samples.withUnsafeBufferPointer { input in
      result.withUnsafeMutableBufferPointer { output in
        var conversion = SRC_DATA()
        conversion.data_in = input.baseAddress
        conversion.input_frames = input.count
        conversion.data_out = output.baseAddress
        conversion.output_frames = output.count
        conversion.src_ratio = ratio
        failure = src_simple(&conversion, Int32(SRC_SINC_MEDIUM_QUALITY), 1)
        made = conversion.output_frames_gen
      }
    }
    guard failure == 0 else {
      throw SoundFileError(code: .unreadable, path: path, reason: String(cString: src_strerror(failure)))
    }
    result.removeLast(result.count - made)
    return result
  }
}

extension PCM {
  /// - Parameter samples: within ±1; what goes beyond is clipped.
  fileprivate init(rounding samples: [Float]) {
    self.init(
      Array(unsafeUninitializedCapacity: samples.count) { buffer, count in
        src_float_to_short_array(samples, buffer.baseAddress, Int32(samples.count))
        count = samples.count
      })
  }
}
