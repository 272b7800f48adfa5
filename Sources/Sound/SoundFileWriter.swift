import CSndFile

/// Writes a sound file part by part, in the format that the ending of its name stands for: `wav`, `flac`, `ogg` or
/// `oga` (Vorbis) or `opus`.
///
/// Until it is closed, the file lies hidden beside its later place; then it replaces, in one step, what was there. So
/// there is never half a file under its name. A writer that is released without having been closed leaves nothing.
public final class SoundFileWriter {
  /// Samples per second.
  public let rate: Int
  private let channels: Int
  /// How much is handed to the library at once, in samples of each channel.
  private let blockLength: Int
  private let output: UnfinishedFile
  /// libsndfile's; nil once closed.
  private var encoder: OpaquePointer?

  /// - Parameters:
  ///   - wantedRate: the samples per second of what it is made from. Those of CDs are kept where the format can hold
  ///     them; all else has ``PCM/rate``.
  ///   - channels: 1 or 2.
  /// - Throws: ``SoundFileError`` with the code `unknownEnding` or `cannotCreate`.
  public init(_ path: String, wantedRate: Int = PCM.rate, channels: Int = 1) throws(SoundFileError) {
    guard let format = SoundFileFormat(path: path) else {
      let endings = SoundFileFormat.allCases.map { ".\($0)" }.joined(separator: ", ")
      throw SoundFileError(code: .unknownEnding, path: path, reason: "its name must end in one of \(endings)")
    }
    rate = format.takes(rate: wantedRate) ? wantedRate : PCM.rate
    self.channels = channels
    blockLength = format.blockLength
    output = try UnfinishedFile(path)
    var functions = UnfinishedFile.functions
    var info = format.info(rate: rate, channels: channels)
    encoder = sf_open_virtual(&functions, Int32(SFM_WRITE), &info, output.context)
    guard encoder != nil else {
      throw SoundFileError(code: .cannotCreate, path: path, reason: String(cString: sf_strerror(nil)))
    }
  }

  deinit { sf_close(encoder) }

  /// Appends `sound`, to a file of one channel and our rate.
  ///
  /// - Throws: ``SoundFileError`` with the code `cannotWrite`, on a full disk above all. The file is lost then.
  /// - Precondition: the writer is not closed.
  public func write(_ sound: PCM) throws(SoundFileError) { try write(sound.samples) }

  /// Appends samples of all channels by turns.
  ///
  /// - Throws: ``SoundFileError`` with the code `cannotWrite`, on a full disk above all. The file is lost then.
  /// - Precondition: the writer is not closed.
  public func write(_ samples: [Int16]) throws(SoundFileError) {
    precondition(encoder != nil, "a sound file was written to after it had been closed")
    var rest = samples[...]
    while !rest.isEmpty {
      try write(block: rest.prefix(blockLength * channels))
      rest = rest.dropFirst(blockLength * channels)
    }
  }

  private func write(block: ArraySlice<Int16>) throws(SoundFileError) {
    let written = block.withUnsafeBufferPointer { sf_write_short(encoder, $0.baseAddress, sf_count_t($0.count)) }
    if written != block.count, output.failure == nil {
      output.failure = String(cString: sf_strerror(encoder))
    }
    if let failure = output.failure {
      throw SoundFileError(code: .cannotWrite, path: output.path, reason: failure)
    }
  }

  /// Writes what is left and puts the file in its place. Closing again does nothing.
  ///
  /// - Throws: ``SoundFileError`` with the code `cannotWrite`, where that fails or writing failed before; there is no
  ///   file then, but for one that was there before.
  public func close() throws(SoundFileError) {
    guard encoder != nil else { return }
    let failure = sf_close(encoder)
    encoder = nil
    if failure != 0, output.failure == nil {
      output.failure = String(cString: sf_error_number(failure))
    }
    try output.finish()
  }
}
