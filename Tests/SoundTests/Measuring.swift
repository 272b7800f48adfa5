import CEBUR128
import Glibc
import Sound
import Testing

/// The greatest momentary loudness (EBU R 128, 400 ms) of a sound with a second of silence before and after it, in LUFS.
func greatestLoudness(of sound: PCM) throws -> Double {
  var meter = ebur128_init(1, UInt(PCM.rate), Int32(EBUR128_MODE_M.rawValue))
  try #require(meter != nil)
  defer { ebur128_destroy(&meter) }
  let second = PCM.silence(Frames(PCM.rate)).samples
  let heard = second + sound.samples + second
  var greatest = -Double.infinity
  // Every 10 ms, which is finer than the hundred that the standard asks for.
  for start in stride(from: 0, to: heard.count, by: 480) {
    let block = Array(heard[start...].prefix(480))
    ebur128_add_frames_short(meter, block, block.count)
    var loudness = 0.0
    ebur128_loudness_momentary(meter, &loudness)
    greatest = max(greatest, loudness)
  }
  return greatest
}

/// How the energy of a sound is spread over frequencies.
struct Spectrum {
  /// From 0 Hz up, ``resolution`` apart.
  private let energies: [Double]
  /// Hertz.
  private let resolution: Double

  init(_ samples: some Collection<Int16>) {
    var size = 16_384
    while size < samples.count { size *= 2 }
    var real = samples.map(Double.init) + [Double](repeating: 0, count: size - samples.count)
    var imaginary = [Double](repeating: 0, count: size)
    Self.transform(&real, &imaginary)
    energies = (0..<size / 2).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
    resolution = Double(PCM.rate) / Double(size)
  }

  /// The frequency with the most energy, in hertz.
  var dominant: Double {
    Double(energies.indices.max { energies[$0] < energies[$1] } ?? 0) * resolution
  }

  /// The part of the energy that lies between two frequencies, in decibels.
  func share(_ band: Range<Double>) -> Double {
    let inBand = energies.indices.filter { band.contains(Double($0) * resolution) }.reduce(0) { $0 + energies[$1] }
    return 10 * log10(inBand / energies.reduce(0, +))
  }

  /// The discrete Fourier transform (Cooley and Tukey, decimation in frequency), put back in its natural order.
  private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let count = real.count
    var half = count / 2
    while half >= 1 {
      let turns = (0..<half).map { (cos(.pi * Double($0) / Double(half)), -sin(.pi * Double($0) / Double(half))) }
      for start in stride(from: 0, to: count, by: 2 * half) {
        for offset in 0..<half {
          let (a, b) = (start + offset, start + offset + half)
          let (x, y) = (real[a] - real[b], imaginary[a] - imaginary[b])
          real[a] += real[b]
          imaginary[a] += imaginary[b]
          real[b] = x * turns[offset].0 - y * turns[offset].1
          imaginary[b] = x * turns[offset].1 + y * turns[offset].0
        }
      }
      half /= 2
    }
    reorder(&real)
    reorder(&imaginary)
  }

  /// Swaps each element with the one whose index has the same bits from right to left.
  private static func reorder(_ values: inout [Double]) {
    let width = values.count.trailingZeroBitCount
    for index in values.indices {
      let mirrored = (0..<width).reduce(0) { $0 << 1 | (index >> $1 & 1) }
      if index < mirrored { values.swapAt(index, mirrored) }
    }
  }
}
