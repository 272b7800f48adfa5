import EventLoop
import MediaPlayer

/// What goes on now, the drills or the workout: what keys and a headset's buttons are about.
@EventLoop
protocol RunStage: AnyObject {
  /// Called whenever the ``mediaPlayer`` may have changed.
  var onChange: (@EventLoop () -> Void)? { get set }
  var mediaPlayer: MediaPlayer { get }
  func press(_ key: UInt8)
  func obey(_ command: MediaPlayer.Command)
  /// Ends it for a program that is about to end.
  func stop()
}

extension DrillRun: RunStage {}
extension WorkoutRun: RunStage {}
