import Cue
import History
import Testing

@testable import Tracks

@Suite struct AttachingTests {
  @Test func `Each segment has the distance that was covered in its time`() {
    var run = sampleRun([60, 60, 30])
    let track = Track([points(-5...65, speed: 3) + [point(100, 270), point(120, 290), point(200, 370)]])
    #expect(run.attach(track) == 1)
    // The way from 65 to 100 s and that from 120 to 200 s are shared out by their time.
    #expect(run.segments.map { $0.metres?.rounded2 } == [180, 95, 30])
    #expect(run.metres?.rounded2 == 305)
    #expect(run.segments[0].pace.map { ($0.perKilometre / .seconds(1)).rounded2 } == 333.33)
  }

  @Test func `A segment with a pause has the distance without it, and no way over it`() {
    var run = sampleRun([60, 60], pauses: [pause(20, 50)], moving: 90)
    run.segments[0] = Segment(.run, start: moment(0), end: moment(60), moving: .seconds(30))
    let track = Track([
      points(0...20, speed: 3) + points(21...50, speed: 1, from: 60) + points(51...120, speed: 2, from: 91)
    ])
    #expect(run.attach(track) > 0.98)
    // The way from 50 s on begins with the first point after it.
    #expect(run.segments.map { $0.metres?.rounded2 } == [60 + 2 + 9 * 2, 120])
  }

  @Test func `A segment of which the track misses more than a tenth has no distance`() {
    var run = sampleRun([100, 100])
    #expect(run.attach(Track([points(11...190, speed: 2)])) == 0.895)
    #expect(run.segments.map { $0.metres?.rounded2 } == [nil, 180])
    #expect(run.metres?.rounded2 == 358)
    #expect(run.attach(Track([points(10...189, speed: 2)])) == 0.895)
    #expect(run.segments.map { $0.metres?.rounded2 } == [180, nil])
  }

  @Test func `A track of another time changes nothing`() {
    var run = sampleRun([60])
    run.metres = 400
    let before = run
    #expect(run.attach(Track([points(60...200, speed: 2)])) == 0)
    #expect(run.attach(Track([])) == 0)
    #expect(run.attach(Track([[point(10, 0)]])) == 0)
    #expect(run == before)
  }

  @Test func `A track of less than half of the run changes nothing`() {
    var run = sampleRun([100])
    run.metres = 400
    let before = run
    #expect(run.attach(Track([points(0...49, speed: 2)])) == 0.49)
    #expect(run == before)
    #expect(run.attach(Track([points(0...50, speed: 2)])) == 0.5)
    #expect(run.metres?.rounded2 == 100)
  }

  @Test func `Half minutes of the run have a pace each, pauses left out`() {
    var run = sampleRun([120], pauses: [pause(45, 60)], moving: 105)
    let track = Track([
      points(0...45, speed: 2) + points(46...60, speed: 0, from: 90) + points(61...120, speed: 4, from: 94)
    ])
    _ = run.attach(track)
    #expect(run.paces.map(\.at) == [.seconds(30), .seconds(60), .seconds(90)])
    // The second half minute ends at 75 s, of which the half before the pause lies before its window.
    #expect(run.paces.map { ($0.pace.perKilometre / .seconds(1)).rounded2 } == [500, 250, 250])
  }

  @Test func `A distance by hand takes the place of all that a track has said`() {
    var run = sampleRun([60])
    _ = run.attach(Track([points(0...60, speed: 2)]))
    #expect(run.segments[0].metres != nil && !run.paces.isEmpty)
    run.setDistance(150)
    #expect(run.metres == 150 && run.segments[0].metres == nil && run.paces.isEmpty)
  }
}
