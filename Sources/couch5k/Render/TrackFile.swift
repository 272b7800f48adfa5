import CueRenderer
import Ducking
import EventLoop
import Sound
import Workout
import WorkoutEngine

/// Writes the cues of a workout to a sound file, as fast as it can. It holds each different cue once and no more of
/// the sound than some seconds.
@EventLoop
struct TrackFile {
  private static let second = PCM.silence(Frames(.seconds(1)))

  private let writer: SoundFileWriter

  /// - Parameters:
  ///   - path: the file, whose ending says its format.
  ///   - progress: is told how much is written, 0 to 1.
  /// - Returns: what was written where.
  static func write(
    _ workout: Workout, to path: String, renderer: CueRenderer, progress: (Double) -> Void = { _ in }
  ) async throws(TrackError) -> CueTrack {
    let file = try TrackFile(path)
    let sounds = try await CueSounds(workout.schedule, renderer: renderer)
    let track = CueTrack(workout.schedule) { sounds[$0].frames }
    var position = Frames.zero
    for placement in track.placements {
      while position < placement.start {
        let silence = Self.silence(placement.start - position)
        try await file.append(silence.samples)
        position += silence.frames
        progress(Double(position.count) / Double(track.length.count))
      }
      try await file.append(sounds[placement.event.event].samples)
      position += placement.length
    }
    try file.close()
    return track
  }

  /// Writes the cues of a workout, mixed into music that is as long as they need it. The file has the music's rate, where
  /// that is a usual one, and its channels.
  ///
  /// - Parameters:
  ///   - depth: by how much the music makes room for cues.
  ///   - path: the file, whose ending says its format; none of the music.
  ///   - progress: is told how much is written, 0 to 1.
  /// - Returns: what was written where.
  static func write(
    _ workout: Workout, over music: MusicFiles, depth: DuckingDepth, to path: String, renderer: CueRenderer,
    progress: (Double) -> Void = { _ in }
  ) async throws(TrackError) -> CueTrack {
    guard !music.contains(path) else { throw .replacesMusic(path) }
    let file = try TrackFile(path, wantedRate: music.rate ?? PCM.rate, channels: music.channels)
    let rate = file.writer.rate
    let sounds = try await CueSounds(workout.schedule, renderer: renderer)
    let track = CueTrack(workout.schedule) { sounds[$0].frames }
    var mixer = CueMixer(track, sounds, rate: rate, channels: music.channels, depth: depth)

    let reader = MusicReader(music, rate: rate)
    var block = await reader.next(rate)
    for second in 0...mixer.length / rate {
      // The next second is read while this one is mixed and written.
      async let next = reader.next(rate)
      try await file.append(mixer.process(try block.orTrackError()))
      progress(Double(second * rate) / Double(mixer.length))
      block = await next
    }
    try await file.append(mixer.finish())
    try file.close()
    return track
  }

  private init(_ path: String, wantedRate: Int = PCM.rate, channels: Int = 1) throws(TrackError) {
    do {
      writer = try SoundFileWriter(path, wantedRate: wantedRate, channels: channels)
    } catch {
      throw .file(error)
    }
  }

  /// At most a second.
  private static func silence(_ length: Frames) -> PCM { length < second.frames ? .silence(length) : second }

  /// Lets the event loop go on, too, so that a signal can cancel it.
  private func append(_ samples: [Int16]) async throws(TrackError) {
    guard !Task.isCancelled else { throw .cancelled }
    do {
      try writer.write(samples)
    } catch {
      throw .file(error)
    }
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

extension Result where Failure == SoundFileError {
  fileprivate func orTrackError() throws(TrackError) -> Success {
    do { return try get() } catch { throw .file(error) }
  }
}
