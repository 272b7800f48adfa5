import Cue

/// Where somebody was when, as a receiver has recorded it.
public struct Track: Hashable, Sendable {
  /// Points that follow one another; between two such stretches the receiver was off, or found no satellites.
  public let stretches: [[TrackPoint]]

  public init(_ stretches: [[TrackPoint]]) { self.stretches = stretches }

  public var points: Int { stretches.map(\.count).reduce(0, +) }

  /// Those that are too inaccurate to be counted.
  public var badPoints: Int { stretches.map { $0.count { !$0.isAccepted } }.reduce(0, +) }

  /// From its earliest point to its latest; nil where it has none.
  public var span: ClosedRange<WallTime>? {
    let times = stretches.joined().map(\.time)
    guard let first = times.min(), let last = times.max() else { return nil }
    return first...last
  }
}

public struct TrackPoint: Hashable, Sendable {
  /// From how many metres on a point is too inaccurate.
  public static let worstAccuracy = 20.0

  public let time: WallTime
  /// In degrees, -90 to 90.
  public let latitude: Double
  /// In degrees, -180 to 180.
  public let longitude: Double
  /// How many metres it may be off; nil where nobody says.
  public let accuracy: Double?

  public init(time: WallTime, latitude: Double, longitude: Double, accuracy: Double? = nil) {
    self.time = time
    self.latitude = latitude
    self.longitude = longitude
    self.accuracy = accuracy
  }

  /// Less than zero is how some receivers say that they do not know where they are.
  var isAccepted: Bool { accuracy.map { (0...Self.worstAccuracy).contains($0) } ?? true }
}
