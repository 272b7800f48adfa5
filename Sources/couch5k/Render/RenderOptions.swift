import Ducking
import Workout

/// What `render` is to make.
struct RenderOptions: Equatable {
  var workout: Workout
  /// The file to write.
  var path: String
  /// The files into which the cues are mixed; none: there is silence between them.
  var music: [String] = []
  /// By how much the music gets quieter.
  var depth = DuckingDepth.standard
}
