import CSampleRate

/// Brings sound of one channel from any rate to ``PCM/rate``, piece by piece, without a delay: the first sample out is
/// the first sample in, and ``finish()`` gives what the filter still holds.
///
/// It is libsamplerate's fastest sinc filter: 97 dB of distance to its noise, flat to 80 % of the band. It takes 7 ms for
/// a second of speech at 22,050 Hz, the medium one 13; what espeak-ng gives above 80 % is 28 to 34 dB below the whole.
public final class Resampler {
  private let converter: OpaquePointer
  private let ratio: Double

  /// The rates it takes, in samples per second.
  public static let rates = 1_000...384_000

  /// - Parameter rate: the samples per second of what comes in, one of ``rates``.
  public init(from rate: Int) {
    precondition(Self.rates.contains(rate), "no sound has \(rate) samples a second")
    var error: Int32 = 0
    guard let converter = src_new(Int32(SRC_SINC_FASTEST), 1, &error) else {
      preconditionFailure("src_new: \(String(cString: src_strerror(error)))")
    }
    self.converter = converter
    ratio = Double(PCM.rate) / Double(rate)
  }

  deinit { src_delete(converter) }

  /// The next piece. What comes back is as much as is certain by now: it ends a few samples before the piece does.
  public func process(_ samples: [Int16]) -> PCM {
    convert(samples, isLast: false)
  }

  /// The end of the sound. The resampler is then as new.
  public func finish() -> PCM {
    defer { src_reset(converter) }
    return convert([], isLast: true)
  }

  private func convert(_ samples: [Int16], isLast: Bool) -> PCM {
    var input = [Float](repeating: 0, count: samples.count)
    src_short_to_float_array(samples, &input, Int32(samples.count))
    var output = [Float](repeating: 0, count: Int(Double(samples.count) * ratio) + 1_024)
    var sound = PCM()
    var position = 0
    var produced = 0
    repeat {
      position += step(input[position...], &output, isLast: isLast, produced: &produced)
      sound.samples += Self.samples(output[..<produced])
    } while position < input.count || produced == output.count
    return sound
  }

  /// - Returns: how much of the input was used.
  private func step(_ input: ArraySlice<Float>, _ output: inout [Float], isLast: Bool, produced: inout Int) -> Int {
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var data = SRC_DATA()
        data.data_in = input.baseAddress
        data.input_frames = input.count
        data.data_out = output.baseAddress
        data.output_frames = output.count
        data.src_ratio = ratio
        data.end_of_input = isLast ? 1 : 0
        let error = src_process(converter, &data)
        precondition(error == 0, "src_process: \(src_strerror(error).map { String(cString: $0) } ?? "")")
        produced = data.output_frames_gen
        return data.input_frames_used
      }
    }
  }

  /// The nearest samples; what is too loud for one stays at the loudest.
  private static func samples(_ values: ArraySlice<Float>) -> [Int16] {
    [Int16](unsafeUninitializedCapacity: values.count) { samples, count in
      values.withUnsafeBufferPointer {
        src_float_to_short_array($0.baseAddress, samples.baseAddress, Int32($0.count))
      }
      count = values.count
    }
  }
}
