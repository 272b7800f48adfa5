import Cue

/// The clock that a workout goes by: the boot clock, or one that runs faster from some moment on.
struct WorkoutClock {
  /// When both clocks say the same.
  let origin: BootTime
  /// How many seconds go by on this clock in one second; more than zero.
  let speed: Double

  /// What this clock says at that moment of the boot clock.
  func reading(at moment: BootTime) -> BootTime {
    speed == 1 ? moment : origin + (moment - origin) * speed
  }

  /// How much goes by on this clock meanwhile.
  func length(of duration: Duration) -> Duration { speed == 1 ? duration : duration * speed }

  /// The moment of the boot clock at which this clock says that.
  func moment(of reading: BootTime) -> BootTime {
    speed == 1 ? reading : origin + (reading - origin) / speed
  }
}
