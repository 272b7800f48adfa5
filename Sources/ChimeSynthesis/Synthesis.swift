import Hearing

extension Tune {
  /// The chime as signed 16-bit samples, 48,000 a second: the same to the bit wherever and whenever it is made.
  public func samples() -> [Int16] {
    var sound = [Double](repeating: 0, count: length * 48)
    for stroke in strokes {
      Bell.strike(stroke.pitch.frequency, at: stroke.start * 48, damping: damping, in: &sound)
    }
    // The last quarter fades to nothing, whatever still rings.
    for (index, level) in Rotation.rise(sound.count / 4).enumerated() { sound[sound.count - 1 - index] *= level }
    let gain = (loudness / Loudness.greatest(of: sound)).squareRoot()
    return sound.map { Int16(($0 * gain * 32_768).rounded()) }
  }

  /// The chime as the bytes of a WAV file.
  public func wav() -> [UInt8] {
    let samples = samples()
    let dataSize = UInt32(samples.count * 2)
    var bytes: [UInt8] = []
    func append(_ tag: StaticString) { tag.withUTF8Buffer { bytes += $0 } }
    func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

    append("RIFF")
    append(36 + dataSize)
    append("WAVE")
    append("fmt ")
    append(UInt32(16))
    append(UInt16(1))  // PCM
    append(UInt16(1))  // channels
    append(UInt32(48_000))
    append(UInt32(96_000))  // bytes per second
    append(UInt16(2))  // bytes per frame
    append(UInt16(16))  // bits per sample
    append("data")
    append(dataSize)
    for sample in samples { append(sample) }
    return bytes
  }
}
