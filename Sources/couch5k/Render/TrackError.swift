import Sound
import WorkoutEngine

/// Why a workout's cues are not in a file.
enum TrackError: Error, CustomStringConvertible {
  /// That cue could not be made, and why.
  case cue(TimedEvent, reason: String)
  case file(SoundFileError)
  /// The file to be written is one of the music.
  case replacesMusic(String)
  case cancelled

  var description: String {
    switch self {
    case .cue(let event, let reason): "the cue \(event.id), \"\(event.whatIsHeard)\", cannot be made: \(reason)"
    case .file(let error): error.description
    case .replacesMusic(let path): "\(path): cannot be created: it is music that the cues are to be mixed into"
    case .cancelled: "cancelled"
    }
  }
}
