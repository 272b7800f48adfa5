import CSampleRate

/// Sound files of any kind that libsndfile reads: WAV, FLAC, Ogg Vorbis, Opus, MP3 and many more.
public enum SoundFile {
  private static let blockLength = 4_096

  /// Reads a whole file: its channels mixed to one, resampled to ``PCM/rate``.
  ///
  /// - Parameters:
  ///   - path: of a regular file; anything else could keep the caller waiting.
  ///   - limit: the greatest length that is read. One that is longer is refused, not cut.
  /// - Throws: ``SoundFileError`` where the file cannot be opened, is broken, too long, or of an absurd sample rate or
  ///   number of channels.
  public static func read(_ path: String, limit: Frames = Frames(.seconds(60))) throws(SoundFileError) -> PCM {
    let file = try SoundFileReader(path)
    let limitAtItsRate = Double(limit.count) * Double(file.rate) / Double(PCM.rate)
    var mono: [Float] = []
    while case let block = try file.read(blockLength), !block.isEmpty {
      mono += mixed(block, channels: file.channels)
      guard Double(mono.count) <= limitAtItsRate else {
        throw SoundFileError(code: .tooLong, path: path, reason: "it is longer than \(limit.duration)")
      }
    }
    let ratio = Double(PCM.rate) / Double(file.rate)
    return PCM([Int16](rounding: try resampled(mono, by: ratio, path)[...]))
  }

  /// The mean of all channels, within ±1.
  private static func mixed(_ samples: [Float], channels: Int) -> [Float] {
    stride(from: 0, to: samples.count, by: channels).map { start in
      max(-1, min(1, samples[start..<start + channels].reduce(0, +) / Float(channels)))
    }
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
