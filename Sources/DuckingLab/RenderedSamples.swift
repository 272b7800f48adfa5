import Cue
import CueRenderer
import EventLoop
import Sound

/// What cued makes of events, asked for one after another: all samples of each, from the first that is not silent to the
/// last.
///
/// A speech process says the same when it is asked the same from its start; later it may differ by a few samples.
@EventLoop
public func renderedSamples(of events: [Event]) async throws -> [[Int16]] {
  let renderer = CueRenderer(executable: CuedProcess.program, environment: ["LC_ALL": "C.UTF-8"])
  var sounds: [[Int16]] = []
  for event in events { sounds.append(try await renderer.samples(of: event)) }
  return sounds
}

extension CueRenderer {
  fileprivate func samples(of event: Event) async throws -> [Int16] {
    try await withCheckedThrowingContinuation { continuation in
      var samples: [Int16] = []
      render(event) { step in
        switch step {
        case .sound(let sound): samples += sound.samples
        case .end: continuation.resume(returning: samples.trimmed)
        case .failed(let reason): continuation.resume(throwing: RenderingFailed(description: reason))
        }
      }
    }
  }
}

private struct RenderingFailed: Error, CustomStringConvertible {
  let description: String
}

extension [Int16] {
  /// Without the silence at both ends.
  fileprivate var trimmed: [Int16] {
    guard let first = firstIndex(where: { $0 != 0 }), let last = lastIndex(where: { $0 != 0 }) else { return [] }
    return Array(self[first...last])
  }
}
