import CSndFile

extension Recording {
  /// Writes what was heard to a WAV file, for a person to listen to or look at.
  ///
  /// - Throws: ``LabError`` if the file cannot be written.
  public func write(wav path: String) throws(LabError) {
    var format = SF_INFO()
    format.samplerate = Int32(Self.rate)
    format.channels = 2
    format.format = Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16)
    guard let file = sf_open(path, Int32(SFM_WRITE), &format) else {
      throw LabError(.system, "\(path): \(String(cString: sf_strerror(nil)))")
    }
    defer { sf_close(file) }
    guard sf_writef_short(file, frames, sf_count_t(count)) == sf_count_t(count) else {
      throw LabError(.system, "\(path): \(String(cString: sf_strerror(file)))")
    }
  }
}
