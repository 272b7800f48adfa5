import Cue

/// How a run went, by the watch of somebody beside it.
public struct Course: Sendable {
  /// A stretch of the workout in which no couch5k ran, in seconds of the workout.
  public struct Absence: Equatable, Sendable {
    public var from: Double
    public var to: Double
  }

  /// From then on the workout is further, by so much of the world's time, than it would be; or less far, after a pause.
  private struct Shift: Sendable {
    var moment: BootTime
    var length: Duration
  }

  /// How many seconds of the workout go by in one second.
  public let speed: Double
  public let start: BootTime
  public var absences: [Absence] = []
  /// When the daemon did not run.
  public var outages: [ClosedRange<BootTime>] = []
  /// When couch5k was told to end, and took its cues back.
  public var leavings: [BootTime] = []
  /// When the pause began that is not over.
  private(set) var pauseStart: BootTime?
  private var shifts: [Shift] = []

  public init(speed: Double, start: BootTime) {
    self.speed = speed
    self.start = start
  }

  public mutating func pause(at moment: BootTime) { pauseStart = moment }

  public mutating func resume(at moment: BootTime) {
    // Until then the workout stood where it was: it goes on from there.
    if let pauseStart { shifts.append(Shift(moment: pauseStart, length: .zero - (moment - pauseStart))) }
    pauseStart = nil
  }

  /// couch5k's clock goes on with so much more than has gone by in the world.
  public mutating func jump(at moment: BootTime, by length: Duration) {
    shifts.append(Shift(moment: moment, length: length))
  }

  /// How far the workout is, in its seconds.
  public func elapsed(at moment: BootTime) -> Double {
    let moment = min(moment, pauseStart ?? moment)
    var elapsed = moment - start
    for shift in shifts where shift.moment <= moment {
      // In the middle of a pause not all of it has gone by.
      elapsed += max(shift.length, .zero - (moment - shift.moment))
    }
    return elapsed / .seconds(1) * speed
  }

  /// When that second of the workout is heard, unless the runner pauses again.
  public func moment(of seconds: Int) -> BootTime {
    var moment = start + .milliseconds(Int64(Double(seconds) * 1_000 / speed))
    for shift in shifts where shift.moment < moment { moment = max(shift.moment, moment - shift.length) }
    return moment
  }
}
