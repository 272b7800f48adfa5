import DuckingLab
import EventLoop
import SoundLab

/// What was heard of one cue over music.
private struct Hearing {
  /// In dB beside the undisturbed music.
  var depth: Double
  /// From the cue's first sample until the music was as low as it gets, within half a decibel, in ms.
  var down: Double
  /// From the cue's last sample until the music was as loud as before, within half a decibel, in ms.
  var back: Double
  /// The steepest step of the music during all of it, beside the undisturbed tone's.
  var step: Double

  /// - Parameter breaks: whether the server itself breaks the music where the cue begins: see ``measureBreaks(_:)``.
  /// - Returns: nil where the server dropped out, and the music has gaps of its own.
  init?(_ recording: Recording, around cue: Range<Int>, depth: Int, breaks: Bool) {
    let threshold = -Double(depth)
    guard let low = recording.duckTiming(around: cue, below: threshold + 0.5),
      let notLoud = recording.duckTiming(around: cue, below: -0.5)
    else { return nil }
    self.depth = low.duck.level
    down = low.downAfterCueBegan.milliseconds
    back = notLoud.backAfterCueEnded.milliseconds
    let before = max(0, cue.lowerBound - 19_200)..<max(0, cue.lowerBound - 9_600)
    let during = before.lowerBound..<min(recording.count, cue.upperBound + 24_000)
    let broken = breaks ? recording.beginning(of: cue) : during.lowerBound..<during.lowerBound
    let whole = [during.lowerBound..<broken.lowerBound, broken.upperBound..<during.upperBound]
    let undisturbed = max(1, recording.steepestStep(of: .music, in: before))
    step = Double(whole.map { recording.steepestStep(of: .music, in: $0) }.max() ?? 0) / Double(undisturbed)
  }
}

extension Recording {
  /// A millisecond before and after a cue's first sample.
  fileprivate func beginning(of cue: Range<Int>) -> Range<Int> {
    max(0, cue.lowerBound - 48)..<min(count, cue.lowerBound + 48)
  }
}

/// How deep, how soon and how smoothly music makes room, as it is heard.
///
/// - Returns: how often a volume was left changed.
@EventLoop
func measureTiming(_ effort: Effort) async throws -> Int {
  let table = Table(
    "Depth, and milliseconds until music is down after a cue's first sample, and back after its last (median / worst)",
    [
      ("set-up", 32), ("player", 12), ("set to", 6), ("depth", 6), ("down", 14), ("back", 14), ("step", 12),
      ("heard", 7), ("volumes", 7),
    ])
  var wrong = 0
  for setup in effort.among(Setup.all) {
    for latency in effort.latencies {
      for depth in effort.depths {
        wrong += try await measure(setup.with(latency), depth, effort, table)
      }
    }
  }
  try await measureBreaks(effort)
  try await measureCancelling(effort)
  return wrong
}

@EventLoop
private func measure(_ setup: Setup, _ depth: Int, _ effort: Effort, _ table: Table) async throws -> Int {
  try await Desktop.with(setup.kind) { desktop in
    let recorder = try await Recorder.start(on: desktop.server, latency: setup.recorderLatency)
    let volume: [UInt32] = [65_536, 65_536]
    let player = try await desktop.startPlayer(.init(role: "music", latency: setup.latency), volume: volume)
    let cued = try await desktop.startCued(.init(ducking: setup.ducking, depth: depth))
    var changed = 0
    try await Task.sleep(for: .seconds(2))
    for _ in 0..<effort.cues {
      try await cued.play(.say("One.", chime: "bell"))
      try await Task.sleep(for: .milliseconds(1_000))
      if try await player.volume != volume { changed += 1 }
    }
    let recording = try await recorder.stop()
    let cues = recording.stretches(of: .cue, gap: .milliseconds(400))
    let heard = cues.compactMap { Hearing(recording, around: $0, depth: depth, breaks: setup.breaksMusic) }
    table.row([
      "\(setup)", setup.latency.title, "-\(depth)", text(heard.map(\.depth).median), text(heard.map(\.down)),
      text(heard.map(\.back)), text(heard.map(\.step)), "\(heard.count)/\(cues.count)",
      changed == 0 ? "equal" : "CHANGED",
    ])
    return changed
  }
}

/// PipeWire breaks what players with deep buffers play when a quick stream begins beside them, whatever it does to
/// their volumes.
@EventLoop
private func measureBreaks(_ effort: Effort) async throws {
  let table = Table(
    "The server's own break of the music at a cue's first sample, as its steepest step (median / worst)",
    [("set-up", 32), ("player", 12), ("step", 12), ("heard", 7)])
  let setups = ["off", "volume"].map { Setup(kind: .pipewire, ducking: $0, latency: .deep) }
  for setup in effort.among(setups) {
    try await Desktop.with(setup.kind) { desktop in
      let recorder = try await Recorder.start(on: desktop.server, latency: setup.recorderLatency)
      _ = try await desktop.startPlayer(.init(role: "music", latency: setup.latency), volume: [65_536, 65_536])
      let cued = try await desktop.startCued(.init(ducking: setup.ducking))
      try await Task.sleep(for: .seconds(2))
      for _ in 0..<effort.cues {
        try await cued.play(.say("One.", chime: "bell"))
        try await Task.sleep(for: .seconds(2))
      }
      let recording = try await recorder.stop()
      let cues = recording.stretches(of: .cue, gap: .milliseconds(400))
      let steps = cues.map { cue in
        let before = max(0, cue.lowerBound - 19_200)..<max(0, cue.lowerBound - 9_600)
        let undisturbed = max(1, recording.steepestStep(of: .music, in: before))
        return Double(recording.steepestStep(of: .music, in: recording.beginning(of: cue))) / Double(undisturbed)
      }
      table.row(["\(setup)", setup.latency.title, text(steps), "\(cues.count)/\(effort.cues)"])
    }
  }
}

/// What is heard of a cue that is cancelled, in dB and ms.
@EventLoop
private func measureCancelling(_ effort: Effort) async throws {
  let table = Table(
    "Cancelled cues: the steepest step around the end, beside the steepest before it (median / worst)",
    [("set-up", 32), ("step", 12), ("heard", 7)])
  _ = try await effort.forEach(of: Setup.ofVolumes) { setup in
    try await Desktop.with(setup.kind) { desktop in
      let recorder = try await Recorder.start(on: desktop.server)
      let cued = try await desktop.startCued(.init(ducking: setup.ducking))
      try await Task.sleep(for: .seconds(2))
      for number in 0..<effort.cues {
        try await cued.send(.say("One two three four five six seven.", chime: nil))
        try await Task.sleep(for: .milliseconds(700 + number * 37))
        try await cued.cancel()
        try await Task.sleep(for: .seconds(1))
      }
      let recording = try await recorder.stop()
      let cues = recording.stretches(of: .cue, gap: .milliseconds(400)).filter { $0.count > 9_600 }
      let steps = cues.map { cue in
        let end = cue.upperBound - 960..<min(recording.count, cue.upperBound + 960)
        let own = recording.steepestStep(of: .cue, in: cue.lowerBound..<cue.upperBound - 960)
        return Double(recording.steepestStep(of: .cue, in: end)) / Double(max(1, own))
      }
      table.row(["\(setup)", text(steps), "\(cues.count)/\(effort.cues)"])
      return 0
    }
  }
}
