import Cue
import CueRenderer
import EventLoop
import Sound
import WorkoutEngine

/// The sounds of events, each made once.
struct CueSounds {
  private var sounds: [Event: PCM] = [:]

  /// Makes the sound of every event of a schedule.
  @EventLoop
  init(_ schedule: [TimedEvent], renderer: CueRenderer) async throws(TrackError) {
    for event in schedule where sounds[event.event] == nil {
      guard !Task.isCancelled else { throw .cancelled }
      sounds[event.event] = try await renderer.sound(of: event)
    }
  }

  subscript(event: Event) -> PCM {
    guard let sound = sounds[event] else { preconditionFailure("the sound of an event that is not in the schedule") }
    return sound
  }
}

extension CueRenderer {
  fileprivate func sound(of event: TimedEvent) async throws(TrackError) -> PCM {
    let result: Result<PCM, TrackError> = await withCheckedContinuation { continuation in
      var sound = PCM()
      render(event.event) { step in
        switch step {
        case .sound(let piece): sound += piece
        case .end: continuation.resume(returning: .success(sound))
        case .failed(let reason): continuation.resume(returning: .failure(.cue(event, reason: reason)))
        }
      }
    }
    return try result.get()
  }
}
