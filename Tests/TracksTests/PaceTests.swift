import Cue
import History
import Testing

@testable import Tracks

@Suite struct PaceTests {
  private static func pace(_ points: [TrackPoint], at seconds: Double) -> Duration? {
    RollingPace(Track([points]).legs(without: [])).pace(at: moment(seconds))?.perKilometre
  }

  /// Seconds for a kilometre.
  private static func seconds(_ pace: Duration?) -> Double? { pace.map { ($0 / .seconds(1)).rounded2 } }

  @Test func `The pace is that of the last 30 seconds, and rolls with time`() {
    // 2 m a second for a minute, then 4.
    let track = points(0...60, speed: 2) + points(61...120, speed: 4, from: 124)
    #expect(Self.seconds(Self.pace(track, at: 30)) == 500)
    #expect(Self.seconds(Self.pace(track, at: 60)) == 500)
    #expect(Self.seconds(Self.pace(track, at: 75)) == 333.33)
    #expect(Self.seconds(Self.pace(track, at: 90)) == 250)
    #expect(Self.seconds(Self.pace(track, at: 120)) == 250)
  }

  @Test func `Below 20 m in the window there is no pace`() {
    #expect(Self.pace(points(0...60, speed: 0.66), at: 60) == nil)
    #expect(Self.seconds(Self.pace(points(0...60, speed: 0.7), at: 60)) == 1_428.57)
    // As it begins, and after it has ended.
    #expect(Self.pace(points(0...60, speed: 4), at: 4) == nil)
    #expect(Self.pace(points(0...60, speed: 4), at: 6) != nil)
    #expect(Self.pace(points(0...60, speed: 4), at: 84) != nil)
    #expect(Self.pace(points(0...60, speed: 4), at: 86) == nil)
    #expect(Self.pace(points(0...60, speed: 4), at: 1_000) == nil)
    #expect(Self.pace([], at: 0) == nil)
  }

  @Test func `Of points that are far apart, the part in the window counts`() {
    let track = [point(0, 0), point(60, 120), point(120, 360)]
    #expect(Self.seconds(Self.pace(track, at: 45)) == 500)
    #expect(Self.seconds(Self.pace(track, at: 75)) == 333.33)
  }
}
