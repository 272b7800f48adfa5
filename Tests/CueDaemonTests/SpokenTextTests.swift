import Cue
import CueRenderer
import EventLoop
import Settings
import Sound
import SoundLab
import Testing

/// What is to be said, as the table of cue texts has it.
private let rows: [(event: Event, sentence: String)] = [
  (.start(week: 3, day: 2, warmup: .seconds(300)), "Week 3, run 2. Warm up with a 5 minute brisk walk."),
  (.transition(.run, .seconds(180)), "Run for 3 minutes."),
  (.transition(.walk, .seconds(90)), "Walk for 90 seconds."),
  (.halfway, "Halfway."),
  (.minute(10), "10 minutes."),
  (.cooldown(.seconds(300)), "Cool down. Walk for 5 minutes."),
  (.complete(week: 3, day: 2), "Great work. Week 3, run 2 done."),
  (.paused, "Paused."),
  (.resumed, "Resuming."),
]

extension OnPulseAudio {
  @Suite struct SpokenTextTests {
    @Test func `What is heard is the event's sentence and no other, as espeak-ng's own program says it`() async throws {
      let heard = try await hear { daemon in
        for row in rows {
          try await daemon.send(row.event).end()
          // The first thing that espeak-ng says is always the same; what follows varies.
          try await daemon.replaceSpeechWorker()
          try await Task.sleep(for: .milliseconds(600))
        }
        return try #require(try await daemon.status.voice)
      }

      var sentences: [PCM] = []
      for row in rows { sentences.append(try await spoken(row.sentence, voice: heard.outcome)) }
      let cues = heard.recording.stretches(of: .cue, threshold: 0, gap: .milliseconds(450))
      try #require(cues.count == rows.count, "\(cues) \(heard.file)")
      for (place, row) in zip(cues, rows) {
        let chime = try #require(row.event.chimeName.flatMap(Chimes.builtIn))
        let match = try #require(heard.recording.find(chime.samples).first { place.contains($0.position + 4_800) })
        let begin = match.position + chime.samples.count + Frames(Settings().pause).count
        let speech = PCM(Array(heard.recording.cue[begin..<place.upperBound]))
        let likenesses = sentences.map { likeness(of: speech, to: $0) }
        let best = likenesses.indices.max { likenesses[$0] < likenesses[$1] }!
        #expect(rows[best].sentence == row.sentence, "\(likenesses) \(heard.file)")
      }
    }

    @Test func `A warning is the tick and nothing else`() async throws {
      let heard = try await hear { daemon in try await daemon.send(.warning).end() }
      let faults = heard.faults(expecting: [try #require(Chimes.builtIn("tick"))])
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }

    /// What espeak-ng's own program makes of a text, without the silence around it.
    private func spoken(_ text: String, voice: String) async throws -> PCM {
      let path = "\(SoundServer.current.directory)/espeak.wav"
      let espeak = try await Spawn("espeak-ng", ["-v", voice, "-w", path, text]).run()
      try #require(espeak.status == .success, "espeak-ng: \(espeak.errorText)")
      var trimmer = SilenceTrimmer()
      var speech = trimmer.process(try SoundFile.read(path))
      speech += trimmer.finish()
      return speech
    }
  }
}

/// How alike two sounds are that begin together, within 2 ms: 1 where they are the same but for the volume, 0 where
/// they have nothing in common. The longer one's rest is unlike anything.
private func likeness(of a: PCM, to b: PCM) -> Double {
  let (a, b) = (thinned(a), thinned(b))
  let energy = a.reduce(0) { $0 + $1 * $1 } * b.reduce(0) { $0 + $1 * $1 }
  let lags = -16...16
  let products = lags.map { lag in
    (max(0, lag)..<max(0, lag, min(a.count, b.count + lag))).reduce(0) { $0 + a[$1] * b[$1 - lag] }
  }
  return products.max()! / energy.squareRoot()
}

/// Every sixth sample: 8,000 a second are enough for speech.
private func thinned(_ sound: PCM) -> [Double] {
  stride(from: 0, to: sound.samples.count - 5, by: 6).map { first in
    Double(sound.samples[first..<first + 6].reduce(0) { $0 + Int($1) }) / 6
  }
}
