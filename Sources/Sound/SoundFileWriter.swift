import CSndFile

/// Writes a sound file part by part, in the format that the ending of its name stands for: `wav`, `flac`, `ogg` or
/// `oga` (Vorbis) or `opus`.
///
/// Until it is closed, the file lies hidden beside its later place; then it replaces, in one step, what was there. So
/// there is never half a file under its name. A writer that is released without having been closed leaves nothing.
public final class SoundFileWriter {
  private let output: UnfinishedFile
  /// libsndfile's; nil once closed.
  private var encoder: OpaquePointer?

  /// - Throws: ``SoundFileError`` with the code `unknownEnding` or `cannotCreate`.
  public init(_ path: String) throws(SoundFileError) {
    guard let format = SoundFileFormat(path: path) else {
      let endings = SoundFileFormat.allCases.map { ".\($0)" }.joined(separator: ", ")
      throw SoundFileError(code: .unknownEnding, path: path, reason: "its name must end in one of \(endings)")
    }
    output = try UnfinishedFile(path)
    var functions = UnfinishedFile.functions
    var info = format.info
    encoder = sf_open_virtual(&functions, Int32(SFM_WRITE), &info, output.context)
    guard encoder != nil else {
      throw SoundFileError(code: .cannotCreate, path: path, reason: String(cString: sf_strerror(nil)))
    }
  }

  deinit { sf_close(encoder) }

  /// Appends `sound`.
  ///
  /// - Throws: ``SoundFileError`` with the code `cannotWrite`, on a full disk above all. The file is lost then.
  /// - Precondition: the writer is not closed.
  public func write(_ sound: PCM) throws(SoundFileError) {
    precondition(encoder != nil, "a sound file was written to after it had been closed")
    var rest = sound.samples[...]
    while !rest.isEmpty {
      try write(block: rest.prefix(Self.blockLength))
      rest = rest.dropFirst(Self.blockLength)
    }
  }

  /// libvorbis puts all that is written at once on the stack, which a minute of sound overflows
  /// (<https://github.com/xiph/vorbis/issues/99>).
  private static let blockLength = 4_096

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
