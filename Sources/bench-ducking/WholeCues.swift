import CommandLineTool
import Cue
import DuckingLab
import EventLoop
import SoundLab

/// Whether every cue is heard from its first sample to its last, as it was rendered; beside it, on another server at the
/// same time, the same sound from a client that does nothing but play it.
///
/// A machine that sleeps for longer than a quantum makes PipeWire drop that quantum, whoever plays: the cores are kept
/// awake where we may, and such cues counted apart.
///
/// - Returns: how many were wrong in another way.
@EventLoop
func measureWholeCues(_ effort: Effort) async throws -> Int {
  let awake = WakefulCores()
  defer { awake?.end() }
  let table = Table(
    "Cues heard whole, to the sample: chime and speech; \(awake == nil ? "cores may sleep" : "cores kept awake")",
    [
      ("set-up", 32), ("music", 12), ("by", 6), ("cues", 6), ("whole", 6), ("quanta dropped in", 17),
      ("otherwise wrong", 15),
    ])
  let event = Event.transition(.run, .seconds(60))
  let sound = try await renderedSamples(of: [event])[0]
  return try await effort.forEach(of: Setup.all) { setup in
    var wrong = 0
    for latency in [nil, Music.Latency.deep] {
      let trial = Trial(setup: setup, latency: latency, count: effort.wholeCues, sound: sound)
      let other = Task { @EventLoop in
        try await trial.run { desktop in
          return {
            _ = try await Spawn(
              "pacat", Trial.pacat, environment: desktop.server.environment, input: .bytes(sound.flatMap(\.bytes))
            ).run()
          }
        }
      }
      let own = try await trial.run { desktop in
        let cued = try await desktop.startCued(.init(ducking: setup.ducking))
        return {
          try await cued.play(event)
          // What one speech process says twice differs by a few samples.
          cued.killSpeechWorker()
        }
      }
      for (name, tally) in [("cued", own), ("pacat", try await other.value)] {
        table.row(
          ["\(setup)", latency?.title ?? "none", name, "\(trial.count)"]
            + [tally.whole, tally.dropped, tally.wrong].map(String.init))
      }
      for fault in own.faults { printLine("cued: \(fault)") }
      wrong += own.wrong
    }
    return wrong
  }
}

/// One sound, played again and again over the same music.
private struct Trial: Sendable {
  /// Asks for what cued asks for.
  static let pacat = [
    "--playback", "--raw", "--format=s16le", "--rate=48000", "--channels=1", "--client-name=plain",
    "--latency-msec=20",
  ]

  var setup: Setup
  var latency: Music.Latency?
  var count: Int
  var sound: [Int16]

  /// - Parameter prepare: gives what plays the sound once, to its end.
  @EventLoop
  func run(
    _ prepare: @EventLoop (Desktop) async throws -> @EventLoop () async throws -> Void
  ) async throws -> Tally {
    try await Desktop.with(setup.kind) { desktop in
      let recorder = try await Recorder.start(on: desktop.server)
      if let latency { _ = try await desktop.startPlayer(.init(role: "music", latency: latency)) }
      let play = try await prepare(desktop)
      for _ in 0..<count {
        try await play()
        try await Task.sleep(for: .milliseconds(Int.random(in: 350..<900)))
      }
      let recording = try await recorder.stop()
      let stretches = recording.stretches(of: .cue, gap: .milliseconds(300))
      return Tally(stretches.map { recording.fault(of: sound, at: $0) }, of: count)
    }
  }
}

/// What a sound that was heard lacks.
private enum Fault {
  /// It is whole but for quanta that are silent, in the place of what was to be heard or between it.
  case quanta
  case other(String)
}

/// How often a sound was heard how.
private struct Tally: Sendable {
  var whole = 0
  var dropped = 0
  var wrong = 0
  /// What was wrong.
  var faults: [String] = []

  init(_ heard: [Fault?], of count: Int) {
    for fault in heard {
      switch fault {
      case nil: whole += 1
      case .quanta: dropped += 1
      case .other(let what): faults.append(what)
      }
    }
    // One too many is as wrong as one that is missing.
    if heard.count != count { faults.append("\(heard.count) sounds instead of \(count)") }
    wrong = max(count, heard.count) - whole - dropped
  }
}

extension Recording {
  fileprivate func fault(of sound: [Int16], at range: Range<Int>) -> Fault? {
    let quantum = 256
    var (index, place, isDropped) = (0, range.lowerBound - sound.silenceBefore, false)
    while index < sound.count {
      if isHeard(sound, index, at: place, count: 1) {
        (index, place) = (index + 1, place + 1)
        continue
      }
      let missed = index
      // What was silent anyway may have been dropped with the rest.
      while index > 0, place > 0, abs(Int(cue[place - 1])) <= 1 { (index, place) = (index - 1, place - 1) }
      let hole = (place..<count).prefix { cue[$0] == 0 }.count
      // Of a hole, some quanta may be lost and others late.
      let next = stride(from: quantum, through: hole, by: quantum).lazy.flatMap { length in
        stride(from: 0, through: length, by: quantum).map { lost in (index + lost, place + length) }
      }.first { isHeard(sound, $0.0, at: $0.1, count: max(missed - $0.0, 0) + 64) }
      guard let next else {
        return .other(
          "at \(range.lowerBound): from sample \(missed) of \(sound.count) not as rendered, silent for \(hole); "
            + "\(range.count) long")
      }
      (index, place) = next
      isDropped = true
    }
    return isDropped ? .quanta : nil
  }

  /// PipeWire mixes in floating point, and rounds.
  private func isHeard(_ sound: [Int16], _ index: Int, at place: Int, count length: Int) -> Bool {
    guard place >= 0, place + length <= count else { return false }
    return (0..<length).allSatisfy { offset in
      let expected = index + offset < sound.count ? Int(sound[index + offset]) : 0
      return abs(Int(cue[place + offset]) - expected) <= 1
    }
  }
}

extension [Int16] {
  /// How many samples come before the first that a recording takes for sound.
  fileprivate var silenceBefore: Int { firstIndex { abs(Int($0)) > 30 } ?? 0 }
}

extension Int16 {
  fileprivate var bytes: [UInt8] { [UInt8(truncatingIfNeeded: self), UInt8(truncatingIfNeeded: self >> 8)] }
}
