import Cue
import CueRenderer
import EventLoop
import Settings
import Sound

/// What a daemon that has just started makes of events, one after the other: sample for sample, because espeak-ng
/// says the same when it is asked the same from its start.
@EventLoop
func rendered(_ events: [Event]) async throws -> [PCM] {
  try await rendered(events.map { ($0, Settings()) })
}

/// The same, of a daemon whose settings change in between.
@EventLoop
func rendered(_ cues: [(event: Event, settings: Settings)]) async throws -> [PCM] {
  let renderer = CueRenderer(executable: cued, environment: ["LC_ALL": "C.UTF-8"])
  var sounds: [PCM] = []
  for cue in cues {
    renderer.settings = cue.settings
    sounds.append(try await renderer.sound(of: cue.event))
  }
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
