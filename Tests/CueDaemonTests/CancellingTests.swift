import Cue
import CueInterface
import EventLoop
import Sound
import SoundLab
import Testing

private let long = Event.say(
  "Nineteen aluminium railway lines run on and on along many a lonely minor river.", chime: "bell")
private let next = Event.minute(5)

/// Cancels a cue while it speaks, with another one behind it.
///
/// - Parameter tolerance: by how much the server changes a sample.
/// - Returns: what was heard, and what is wrong with it.
private func cancelOne(tolerance: Int16) async throws -> (heard: Heard<SuspendingClock.Instant>, faults: [String]) {
  let sounds = try await rendered([long, next])
  let heard = try await hear { daemon in
    let first = try await daemon.send(long, id: "long")
    let second = try await daemon.send(next, id: "next")
    try await first.until(.playing)
    try await Task.sleep(for: .milliseconds(1_500))
    let cancelled = SuspendingClock.now
    #expect(try await daemon.connect().cancel(.cue(id: "long", session: nil)) == 1)
    #expect(try await first.end().state == .cancelled)
    try await second.untilPlayed()
    return cancelled
  }
  return (heard, faults(of: heard, sounds: sounds, tolerance: tolerance))
}

private func faults(of heard: Heard<SuspendingClock.Instant>, sounds: [PCM], tolerance: Int16) -> [String] {
  let recording = heard.recording
  let cues = recording.stretches(of: .cue, threshold: tolerance, gap: .milliseconds(280))
  // The fade is not in the sound, but all before it is.
  let firstSecond = PCM(Array(sounds[0].samples.prefix(Recording.rate)))
  guard cues.count == 2,
    let first = heard.place(of: firstSecond, audibleFrom: cues[0].lowerBound, tolerance: tolerance),
    heard.place(of: sounds[1], audibleFrom: cues[1].lowerBound, tolerance: tolerance) != nil
  else { return ["a cancelled cue and a whole one should be heard, and sound is in \(cues)"] }

  var faults: [String] = []
  let delay = recording.time(of: cues[0].upperBound) - heard.outcome
  if delay > .milliseconds(250) { faults.append("silence came \(delay) after the cancellation") }
  let step = recording.steepestStep(of: .cue, in: cues[0].lowerBound - 1..<cues[0].upperBound + 1)
  let own = zip(sounds[0].samples, sounds[0].samples.dropFirst()).map { abs(Int($1) - Int($0)) }.max()!
  if step > own + 2 * Int(tolerance) { faults.append("there is a step of \(step), and the cue's own are up to \(own)") }
  // In the last 4 ms of a fade of 8 ms there is a quarter of the sound; of one that is cut, all.
  let end = cues[0].upperBound - 192..<cues[0].upperBound
  let loudness = rms(sounds[0].samples[end.lowerBound - first.lowerBound..<end.upperBound - first.lowerBound])
  let left = rms(recording.cue[end]) / max(loudness, 1)
  if loudness > 100, left > 0.5 { faults.append("\(left) of it is left when it ends") }
  return faults
}

private func rms(_ samples: ArraySlice<Int16>) -> Double {
  (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
}

extension OnPulseAudio {
  @Suite struct CancellingTests {
    @Test func `A cancelled cue is silent soon, without a click, and the next is whole`() async throws {
      try await undisturbed(attempts: 3) { try await cancelOne(tolerance: 0) }
    }
  }
}

extension OnPipeWire {
  @Suite struct CancellingTests {
    @Test func `A cancelled cue is silent soon, without a click, and the next is whole`() async throws {
      try await undisturbed { try await cancelOne(tolerance: 1) }
    }
  }
}
