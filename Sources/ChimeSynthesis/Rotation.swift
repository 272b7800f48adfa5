/// A turn in the plane by a fixed angle, kept as the angle's cosine and sine.
///
/// Everything that swings here is a point that is turned again and again. The C library's sine is not used: it
/// differs in its last bit from processor to processor, and a chime must come out the same on every one. Adding,
/// multiplying and dividing may not differ.
struct Rotation {
  let cosine: Double
  let sine: Double

  /// - Parameter angle: in radians, 0 to π/2. The series is exact to the last few bits there.
  init(angle: Double) {
    var (cosine, sine) = (0.0, 0.0)
    var term = 1.0
    for order in stride(from: 1, through: 25, by: 2) {
      cosine += term
      term *= angle / Double(order)
      sine += term
      term *= -angle / Double(order + 1)
    }
    (self.cosine, self.sine) = (cosine, sine)
  }

  /// The rising half of a raised cosine, from 0 to just below 1.
  ///
  /// - Parameter count: the number of samples, at least 2.
  static func rise(_ count: Int) -> [Double] {
    let step = Rotation(angle: .pi / Double(count))
    var (x, y) = (1.0, 0.0)
    return (0..<count).map { _ in
      defer { (x, y) = (x * step.cosine - y * step.sine, x * step.sine + y * step.cosine) }
      return (1 - x) / 2
    }
  }
}
