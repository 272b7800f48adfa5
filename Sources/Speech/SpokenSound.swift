import Sound

/// Makes the project's kind of sound of what espeak-ng gives: at its rate, and without silence at begin and end.
struct SpokenSound {
  private var source: (rate: Int, resampler: Resampler)?
  private var trimmer = SilenceTrimmer()

  mutating func process(_ samples: [Int16], rate: Int) -> PCM {
    var sound = PCM()
    if let source, source.rate != rate { sound += source.resampler.finish() }
    if source?.rate != rate { source = (rate, Resampler(from: rate)) }
    if let source { sound += source.resampler.process(samples) }
    return trimmer.process(sound)
  }

  mutating func finish() -> PCM {
    var sound = PCM()
    if let source { sound += trimmer.process(source.resampler.finish()) }
    sound += trimmer.finish()
    return sound
  }
}
