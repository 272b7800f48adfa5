import Glibc

extension TrackPoint {
  /// The earth's mean radius in metres (IUGG).
  private static let radius = 6_371_008.8

  /// How far it is to another point on the ground, in metres, by the haversine formula: exact to 0.6 %, since the earth
  /// is no sphere, and to the centimetre between points that are close to each other.
  func metres(to other: TrackPoint) -> Double {
    let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let turn = (other.longitude - longitude) * .pi / 180
    let (north, east) = (sin((to - from) / 2), sin(turn / 2))
    let haversine = north * north + cos(from) * cos(to) * east * east
    return 2 * Self.radius * asin(min(1, haversine.squareRoot()))
  }
}
