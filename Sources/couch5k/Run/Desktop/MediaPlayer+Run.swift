import MediaPlayer
import Workout
import WorkoutEngine

extension MediaPlayer {
  /// A run as a player: the workout is an album, and each interval a track of it.
  ///
  /// - Parameters:
  ///   - speed: how many seconds of the workout go by in one second.
  ///   - volume: of cues, in percent; nil: not known.
  init(_ state: Engine.State, of workout: Workout, speed: Double, volume: Int?) {
    let volume = Double(volume ?? 100) / 100
    switch state {
    case .running(let position):
      self.init(
        status: .playing, track: Track(position, of: workout), position: position.withinInterval, rate: speed,
        volume: volume)
    case .paused(let position):
      self.init(
        status: .paused, track: Track(position, of: workout), position: position.withinInterval, rate: speed,
        volume: volume)
    case .complete: self.init(status: .stopped, track: nil, position: .zero, rate: speed, volume: volume)
    }
  }
}

extension MediaPlayer.Track {
  fileprivate init(_ position: Engine.Position, of workout: Workout) {
    self.init(
      id: "/io/cued/couch5k/interval/\(position.index + 1)", title: position.interval.kind.title,
      album: workout.id.title, length: position.interval.duration)
  }
}

extension Engine.Position {
  fileprivate var withinInterval: Duration { interval.duration - remaining }
}
