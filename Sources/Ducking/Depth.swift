/// By how much other sound gets quieter, in whole decibels.
public struct DuckingDepth: Hashable, Sendable {
  public static let range = 0...60
  public static let standard = DuckingDepth(decibels: 20)!

  public let decibels: Int

  /// - Returns: nil where it is outside ``range``.
  public init?(decibels: Int) {
    guard Self.range.contains(decibels) else { return nil }
    self.decibels = decibels
  }

  /// The steps in which a volume goes down, of equal size in amplitude: a jump within a sample clicks by its size,
  /// and many small ones do not.
  static let steps = 6

  /// The factor for a volume after so many steps down, on PulseAudio's scale, where amplitude is the volume's cube.
  func factor(step: Int) -> Double { cubeRoot(amplitude(Double(step) / Double(Self.steps))) }

  /// The factor for samples on the way down.
  ///
  /// - Parameter way: how much of the way is behind them, 0 to 1.
  func amplitude(_ way: Double) -> Double {
    let lowest = (0..<decibels).reduce(1) { amplitude, _ in amplitude * Self.amplitudeOfOneDecibelLess }
    return 1 - (1 - lowest) * way
  }

  /// 10 to the power of -1/20.
  private static let amplitudeOfOneDecibelLess = 0.8912509381337456
}

/// By Newton's method, for 0 to 1.
private func cubeRoot(_ value: Double) -> Double {
  guard value > 0 else { return 0 }
  var root = 1.0
  for _ in 0..<60 {
    let next = (2 * root + value / (root * root)) / 3
    if next == root { break }
    root = next
  }
  return root
}

/// A stream's volume: a whole number for each channel, as the server has it. 65,536 is 100 %, and amplitude is the
/// cube of it.
public struct StreamVolume: Hashable, Sendable {
  public var channels: [UInt32]

  public init(_ channels: [UInt32]) { self.channels = channels }

  static let full: UInt32 = 65_536
  /// As many as PulseAudio's streams may have.
  static let mostChannels = 32

  /// The loudest channel.
  var loudest: UInt32 { channels.max() ?? 0 }

  /// Every channel by the same factor, so that the balance stays.
  func scaled(by factor: Double) -> StreamVolume {
    StreamVolume(channels.map { UInt32((Double($0) * factor).rounded()) })
  }

  /// The volume after so many steps down to a depth; after none, itself to the bit.
  func lowered(to depth: DuckingDepth, step: Int) -> StreamVolume {
    step == 0 ? self : scaled(by: depth.factor(step: step))
  }
}

extension DuckingDepth: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let depth = DuckingDepth(decibels: try container.decode(Int.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "must be \(Self.range.lowerBound) to \(Self.range.upperBound) dB")
    }
    self = depth
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(decibels)
  }
}

extension StreamVolume: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    channels = try container.decode([UInt32].self)
    guard (1...Self.mostChannels).contains(channels.count) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "must have 1 to 32 channels")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(channels)
  }
}
