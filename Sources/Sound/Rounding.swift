import CSampleRate

extension [Int16] {
  /// The nearest samples.
  ///
  /// - Parameter samples: within ±1; what goes beyond is clipped.
  init(rounding samples: ArraySlice<Float>) {
    self.init(unsafeUninitializedCapacity: samples.count) { buffer, count in
      samples.withUnsafeBufferPointer {
        src_float_to_short_array($0.baseAddress, buffer.baseAddress, Int32($0.count))
      }
      count = samples.count
    }
  }
}

extension [Float] {
  /// The same samples, within ±1.
  init(_ samples: [Int16]) {
    self.init(unsafeUninitializedCapacity: samples.count) { buffer, count in
      src_short_to_float_array(samples, buffer.baseAddress, Int32(samples.count))
      count = samples.count
    }
  }
}
