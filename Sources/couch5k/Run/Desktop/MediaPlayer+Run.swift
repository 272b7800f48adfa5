import CueText
import MediaPlayer
import RunScreen
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

extension MediaPlayer {
  /// Drills as a player: each is a track.
  ///
  /// - Parameters:
  ///   - speed: how many of their seconds go by in one second.
  ///   - volume: of cues, in percent; nil: not known.
  init(_ state: DrillSequence.State, speed: Double, volume: Int?) {
    self.init(
      status: .stopped, track: nil, position: .zero, rate: speed, volume: Double(volume ?? 100) / 100)
    switch state {
    case .running(let position): (status, track, self.position) = (.playing, Track(position), position.withinDrill)
    case .paused(let position): (status, track, self.position) = (.paused, Track(position), position.withinDrill)
    case .over: break
    }
  }

  /// One with nothing to play.
  static let idle = MediaPlayer(status: .stopped, track: nil, position: .zero, rate: 1, volume: 1)
}

extension MediaPlayer.Track {
  fileprivate init(_ position: DrillSequence.Position) {
    self.init(
      id: "/io/cued/couch5k/drill/\(position.index + 1)", title: English().name(of: position.drill),
      album: "Warmup drills", length: position.drill.duration)
  }

  fileprivate init(_ position: Engine.Position, of workout: Workout) {
    self.init(
      id: "/io/cued/couch5k/interval/\(position.index + 1)", title: position.interval.kind.title,
      album: workout.id.title, length: position.interval.duration)
  }
}

extension DrillSequence.Position {
  fileprivate var withinDrill: Duration { drill.duration - remaining }
}

extension Engine.Position {
  fileprivate var withinInterval: Duration { interval.duration - remaining }
}
