import EventLoop
import MediaPlayer

/// What goes on now, the drills or the workout: what keys and a headset's buttons are about.
@EventLoop
protocol RunStage: AnyObject {
  /// Called whenever the ``mediaPlayer`` may have changed.
  var onChange: (@EventLoop () -> Void)? { get set }
  var mediaPlayer: MediaPlayer { get }
  var settings: CueSettings { get }
  /// Whether it has ended, so that nothing can be asked of it any more.
  var isOver: Bool { get }
  var isPaused: Bool { get }
  /// Whether the runner is asked if it is to end.
  var isAsking: Bool { get set }
  func togglePause()
  /// Goes on to what comes next, where the runner may.
  func skip()
  /// The runner ends it.
  func end()
  /// Finds out what has changed, and shows it.
  func turn()
  /// Ends it for a program that is about to end.
  func stop()
}

extension RunStage {
  /// Takes a key. The answer to the question is no, unless it is y.
  func press(_ key: UInt8) {
    guard !isOver else { return }
    if isAsking {
      isAsking = false
      if key == UInt8(ascii: "y") || key == UInt8(ascii: "Y") { return end() }
    } else {
      guard let key = RunKey(key) else { return }
      carryOut(key)
    }
    turn()
  }

  private func carryOut(_ key: RunKey) {
    switch key {
    case .pause: togglePause()
    case .skip: skip()
    case .end: isAsking = true
    case .chimes: settings.toggleChimes()
    case .louder: settings.stepVolume(up: true)
    case .softer: settings.stepVolume(up: false)
    }
  }

  /// Does what a headset's buttons ask for, or a desktop's panel.
  func obey(_ command: MediaPlayer.Command) {
    guard !isOver else { return }
    switch command {
    case .play where !isPaused, .pause where isPaused: return
    case .play, .pause, .playPause: togglePause()
    case .setVolume(let volume): settings.setVolume(to: CueControls.percent(volume))
    }
    turn()
  }
}
