import CueQueue
import DesktopBus
import EventLoop
import MediaPlayer

/// Keeps the machine awake for a run, as long as ``Wakefulness`` says so.
@EventLoop
final class StayingAwake {
  private var wakefulness = Wakefulness()
  private let inhibition: SleepInhibition
  private var alarm: Timer?

  /// - Parameter reason: is shown to those who ask what keeps the machine awake.
  init(because reason: String) {
    inhibition = SleepInhibition(by: "couch5k", because: reason)
    alarm = Timer(.boot) { [weak self] in self?.decide() }
  }

  /// To be told whenever the run is paused, resumed or over.
  func update(_ status: MediaPlayer.Status) {
    wakefulness.take(status, at: .now)
    decide()
  }

  private func decide() {
    let isNeeded = wakefulness.isNeeded(at: .now)
    inhibition.isWanted = isNeeded
    if isNeeded, let end = wakefulness.end {
      alarm?.arm(at: end.sinceBoot.microseconds)
    } else {
      alarm?.disarm()
    }
  }
}
