import CueRenderer
import EventLoop
import Sound
import Workout
import WorkoutEngine

/// Writes the cues of a workout to a sound file, as fast as it can. It holds each different cue once and no more of
/// the sound than a second.
@EventLoop
struct TrackFile {
  private static let second = PCM.silence(Frames(.seconds(1)))

  private let writer: SoundFileWriter
  private let path: String
  private var position = Frames.zero

  /// - Parameters:
  ///   - path: the file, whose ending says its format.
  ///   - progress: is told how much is written, 0 to 1.
  /// - Returns: what was written where.
  static func write(
    _ workout: Workout, to path: String, renderer: CueRenderer, progress: (Double) -> Void = { _ in }
  ) async throws(TrackError) -> CueTrack {
    var file = try TrackFile(path)
    let sounds = try await CueSounds(workout.schedule, renderer: renderer)
    let track = CueTrack(workout.schedule) { sounds[$0].frames }
    for placement in track.placements {
      while file.position < placement.start {
        try await file.append(Self.silence(placement.start - file.position))
        progress(Double(file.position.count) / Double(track.length.count))
      }
      try await file.append(sounds[placement.event.event])
    }
    try file.close()
    return track
  }

  private init(_ path: String) throws(TrackError) {
    self.path = path
    do {
      writer = try SoundFileWriter(path)
    } catch {
      throw .file(error)
    }
  }

  /// At most a second.
  private static func silence(_ length: Frames) -> PCM { length < second.frames ? .silence(length) : second }

  /// Lets the event loop go on, too, so that a signal can cancel it.
  private mutating func append(_ sound: PCM) async throws(TrackError) {
    guard !Task.isCancelled else { throw .cancelled }
    do {
      try writer.write(sound)
    } catch {
      throw .file(error)
    }
    position += sound.frames
    await Task.yield()
  }

  private func close() throws(TrackError) {
    do {
      try writer.close()
    } catch {
      throw .file(error)
    }
  }
}
