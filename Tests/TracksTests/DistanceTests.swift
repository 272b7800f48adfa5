import Cue
import History
import Testing

@testable import Tracks

@Suite struct DistanceTests {
  @Test(arguments: [
    // From Paris to New York, and across the date line, as other programs have it; and some metres.
    ((48.8566, 2.3522), (40.7128, -74.0060), 5_837_241.0), ((0, 179.5), (0, -179.5), 111_195.08),
    ((60, 10), (60, 10.001), 55.6), ((-90, 0), (90, 0), 20_015_114.44), ((51, 7), (51, 7), 0),
  ])
  func `The distance of two points is that on a sphere`(
    from: (Double, Double), to: (Double, Double), metres: Double
  ) {
    func point(_ place: (Double, Double)) -> TrackPoint {
      TrackPoint(time: moment(0), latitude: place.0, longitude: place.1)
    }
    let distance = point(from).metres(to: point(to))
    #expect(abs(distance - metres) <= max(0.01, metres * 0.000_01), "\(distance)")
    #expect(point(to).metres(to: point(from)) == distance)
  }

  @Test func `The distance is the sum of the ways between points that count`() {
    let track = Track([[point(0, 0), point(10, 30), point(20, 20)]])
    #expect(track.legs(without: []).map(\.metres.rounded2) == [30, 10])
  }

  @Test(arguments: [(20.1, false), (-1, false), (-0.001, false), (20, true), (0, true), (nil, true)])
  func `A point that is worse than 20 m, or has an accuracy below zero, is ignored`(accuracy: Double?, counts: Bool) {
    let track = Track([[point(0, 0), point(5, 500, accuracy: accuracy), point(10, 30)]])
    #expect(track.legs(without: []).map(\.metres).reduce(0, +).rounded2 == (counts ? 970 : 30))
    #expect(track.badPoints == (counts ? 0 : 1))
  }

  @Test func `A way over a pause does not count, however short the pause is`() {
    let track = Track([[point(0, 0), point(10, 30), point(20, 60), point(30, 90)]])
    for (pauses, metres) in [
      ([pause(12, 18)], 60.0), ([pause(10, 20)], 60), ([pause(9.9, 10.1)], 30), ([pause(5, 25)], 0),
      ([pause(30, 90)], 90), ([pause(1, 2), pause(21, 22)], 30), ([pause(10, 10)], 90),
    ] {
      #expect(track.legs(without: pauses).map(\.metres).reduce(0, +).rounded2 == metres, "\(pauses)")
    }
  }

  @Test func `Where the receiver was off, nobody knows the way`() {
    let track = Track([points(0...10, speed: 3), points(60...70, speed: 3, from: 500)])
    #expect(track.legs(without: []).map(\.metres).reduce(0, +).rounded2 == 60)
  }

  @Test func `Points that are not later than the one before them do not count, nor does a stretch that comes twice`() {
    let stretch = points(0...10, speed: 3)
    #expect(Track([stretch, stretch]).legs(without: []).count == 10)
    #expect(
      Track([[point(0, 0), point(10, 30), point(4, 500), point(10, 700), point(20, 60)]]).legs(without: []).count == 2)
    let late = Track([points(20...30, speed: 3), points(0...10, speed: 3)])
    #expect(late.legs(without: []).map(\.start) == late.legs(without: []).map(\.start).sorted())
  }
}
