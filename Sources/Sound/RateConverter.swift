import CSampleRate

/// Brings sound of any number of channels from one rate to another, piece by piece, without a delay: the first sample out is
/// the first sample in, and ``finish()`` gives what the filter still holds.
///
/// It is libsamplerate's fastest sinc filter: 97 dB of distance to its noise, flat to 80 % of the band. It takes 7 ms for
/// a second of speech at 22,050 Hz, the medium one 13; what espeak-ng gives above 80 % is 28 to 34 dB below the whole.
final class RateConverter {
  private let converter: OpaquePointer
  private let channels: Int
  private let ratio: Double

  /// - Parameters:
  ///   - rate: the samples per second of what comes in.
  ///   - target: those of what comes out, different by a factor of less than 256.
  init(from rate: Int, to target: Int, channels: Int) {
    var error: Int32 = 0
    guard let converter = src_new(Int32(SRC_SINC_FASTEST), Int32(channels), &error) else {
      preconditionFailure("src_new: \(String(cString: src_strerror(error)))")
    }
    self.converter = converter
    self.channels = channels
    ratio = Double(target) / Double(rate)
  }

  deinit { src_delete(converter) }

  /// The next piece. What comes back is as much as is certain by now: it ends a few samples before the piece does.
  ///
  /// - Parameter samples: of all channels by turns, as is what comes back.
  func process(_ samples: [Float]) -> [Float] { convert(samples, isLast: false) }

  /// The end of the sound. The converter is then as new.
  func finish() -> [Float] {
    defer { src_reset(converter) }
    return convert([], isLast: true)
  }

  private func convert(_ input: [Float], isLast: Bool) -> [Float] {
    var output = [Float](repeating: 0, count: (Int(Double(input.count / channels) * ratio) + 1_024) * channels)
    var sound: [Float] = []
    var position = 0
    var produced = 0
    repeat {
      position += step(input[position...], &output, isLast: isLast, produced: &produced)
      sound += output[..<produced]
    } while position < input.count || produced == output.count
    return sound
  }

  /// - Returns: how much of the input was used.
  private func step(_ input: ArraySlice<Float>, _ output: inout [Float], isLast: Bool, produced: inout Int) -> Int {
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var data = SRC_DATA()
        data.data_in = input.baseAddress
        data.input_frames = input.count / channels
        data.data_out = output.baseAddress
        data.output_frames = output.count / channels
        data.src_ratio = ratio
        data.end_of_input = isLast ? 1 : 0
        let error = src_process(converter, &data)
        precondition(error == 0, "src_process: \(src_strerror(error).map { String(cString: $0) } ?? "")")
        produced = data.output_frames_gen * channels
        return data.input_frames_used * channels
      }
    }
  }
}
