import Cue
import CueRenderer
import DuckingLab
import EventLoop
import Sound
import SoundLab

/// Whether every cue is heard from its first sample to its last, as it was rendered.
///
/// - Returns: how many were not.
@EventLoop
func measureWholeCues(_ effort: Effort) async throws -> Int {
  let table = Table(
    "Cues heard whole, to the sample: chime and speech",
    [("set-up", 32), ("music", 12), ("cues", 6), ("heard", 6), ("whole", 6), ("samples wrong (worst)", 21)])
  let event = Event.transition(.run, .seconds(60))
  let expected = try await render(event)
  return try await effort.forEach(of: Setup.all) { setup in
    var wrong = 0
    for latency in [nil, Music.Latency.deep] {
      wrong += try await Desktop.with(setup.kind) { desktop in
        let recorder = try await Recorder.start(on: desktop.server)
        if let latency { _ = try await desktop.startPlayer(.init(role: "music", latency: latency)) }
        let cued = try await desktop.startCued(.init(ducking: setup.ducking))
        for _ in 0..<effort.wholeCues {
          try await cued.play(event)
          // What one speech process says twice differs by a few samples.
          cued.killSpeechWorker()
          try await Task.sleep(for: .milliseconds(Int.random(in: 350..<900)))
        }
        let recording = try await recorder.stop()
        let heard = recording.stretches(of: .cue, gap: .milliseconds(300))
        let damages = heard.map { recording.damage(to: expected, at: $0) }
        let whole = damages.count { $0 == 0 }
        table.row([
          "\(setup)", latency?.title ?? "none", "\(effort.wholeCues)", "\(heard.count)", "\(whole)",
          "\(damages.max() ?? 0)",
        ])
        return abs(effort.wholeCues - heard.count) + heard.count - whole
      }
    }
    return wrong
  }
}

/// All samples of a cue, from the first that is not silent to the last.
@EventLoop
private func render(_ event: Event) async throws -> [Int16] {
  let renderer = CueRenderer(executable: CuedProcess.program, environment: ["LC_ALL": "C.UTF-8"])
  return try await withCheckedThrowingContinuation { continuation in
    var samples: [Int16] = []
    renderer.render(event) { step in
      switch step {
      case .sound(let sound): samples += sound.samples
      case .end: continuation.resume(returning: samples.trimmed)
      case .failed(let reason): continuation.resume(throwing: RenderingFailed(description: reason))
      }
    }
  }
}

extension Recording {
  /// How many samples of a sound that was heard there are wrong; all of them where it cannot be found.
  fileprivate func damage(to sound: [Int16], at range: Range<Int>) -> Int {
    let around = max(0, range.lowerBound - 4_800)..<min(count, range.upperBound + 4_800)
    let part = Recording(frames: Array(frames[around.lowerBound * 2..<around.upperBound * 2]))
    // PipeWire mixes in floating point, and rounds.
    return part.find(sound, tolerance: 1).first?.mismatches ?? sound.count
  }
}

struct RenderingFailed: Error, CustomStringConvertible {
  let description: String
}

extension [Int16] {
  /// Without the silence at both ends.
  fileprivate var trimmed: [Int16] {
    guard let first = firstIndex(where: { $0 != 0 }), let last = lastIndex(where: { $0 != 0 }) else { return [] }
    return Array(self[first...last])
  }
}
