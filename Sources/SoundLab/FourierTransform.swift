import Glibc

/// The discrete Fourier transform of a power of two of complex numbers.
enum FourierTransform {
  /// Sums of products of `sound` with what lies under it in `heard`, for each place that it may be moved to.
  static func crossCorrelation(of sound: [Double], in heard: [Double]) -> [Double] {
    var size = 1
    while size < heard.count + sound.count { size *= 2 }
    let padding = [Double](repeating: 0, count: size)
    // Both are real: one transform does for the two, as its real and its imaginary part.
    var real = heard + padding.dropFirst(heard.count)
    var imaginary = sound + padding.dropFirst(sound.count)
    transform(&real, &imaginary)
    var (productReal, productImaginary) = (padding, padding)
    for index in 0..<size {
      let mirror = (size - index) % size
      let heardReal = (real[index] + real[mirror]) / 2
      let heardImaginary = (imaginary[index] - imaginary[mirror]) / 2
      let soundReal = (imaginary[index] + imaginary[mirror]) / 2
      let soundImaginary = (real[mirror] - real[index]) / 2
      productReal[index] = heardReal * soundReal + heardImaginary * soundImaginary
      productImaginary[index] = heardImaginary * soundReal - heardReal * soundImaginary
    }
    // The way back is the way there with the parts exchanged.
    transform(&productImaginary, &productReal)
    return productReal.map { $0 / Double(size) }
  }

  /// In place, by decimation in time. Both arrays have the same power of two of elements.
  static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let size = real.count
    reorder(&real, &imaginary)
    let turn = (0..<size / 2).map { 2 * Double.pi * Double($0) / Double(size) }
    let (cosines, sines) = (turn.map { cos($0) }, turn.map { -sin($0) })
    var span = 1
    while span < size {
      let stride = size / (2 * span)
      var block = 0
      while block < size {
        var index = 0
        while index < span {
          let (even, odd) = (block + index, block + index + span)
          let (c, s) = (cosines[index * stride], sines[index * stride])
          let oddReal = real[odd] * c - imaginary[odd] * s
          let oddImaginary = real[odd] * s + imaginary[odd] * c
          real[odd] = real[even] - oddReal
          imaginary[odd] = imaginary[even] - oddImaginary
          real[even] += oddReal
          imaginary[even] += oddImaginary
          index += 1
        }
        block += 2 * span
      }
      span *= 2
    }
  }

  /// Puts each element where its index, read from the other end in binary, says.
  private static func reorder(_ real: inout [Double], _ imaginary: inout [Double]) {
    var reversed = 0
    for index in 1..<real.count {
      var bit = real.count / 2
      while reversed & bit != 0 {
        reversed ^= bit
        bit /= 2
      }
      reversed |= bit
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
    }
  }
}
