import Cue
import CueRenderer
import EventLoop
import Sound

/// What a daemon that has just started makes of events, one after the other: sample for sample, because espeak-ng
/// says the same when it is asked the same from its start.
@EventLoop
func rendered(_ events: [Event]) async throws -> [PCM] {
  let renderer = CueRenderer(executable: cued, environment: ["LC_ALL": "C.UTF-8"])
  var sounds: [PCM] = []
  for event in events { sounds.append(try await renderer.sound(of: event)) }
  return sounds
}

/// What it makes of one event with a voice, if that is the first that it speaks.
@EventLoop
func rendered(_ event: Event, voice: String) async throws -> PCM {
  try await CueRenderer(executable: cued, environment: ["LC_ALL": "C.UTF-8"]).sound(of: event, voice: voice)
}

extension CueRenderer {
  /// The whole sound of an event.
  fileprivate func sound(of event: Event, voice: String? = nil) async throws -> PCM {
    try await withCheckedThrowingContinuation { continuation in
      var whole = PCM()
      render(event, voice: voice) { step in
        switch step {
        case .sound(let sound): whole += sound
        case .end: continuation.resume(returning: whole)
        case .failed(let reason): continuation.resume(throwing: Failure(reason))
        }
      }
    }
  }
}
