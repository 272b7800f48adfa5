import Sound
import SoundLab

// What is wrong with what was heard, as sentences for who reads a failure; none where all is well.

extension Heard {
  /// Where each of these sounds was heard; nil unless they were heard in this order, each from its first sample to its
  /// last, and nothing else was.
  ///
  /// - Parameter tolerance: by how much a sample may differ: 0 on PulseAudio, 1 on PipeWire.
  func places(of sounds: [PCM], tolerance: Int16 = 0) -> [Range<Int>]? {
    var places: [Range<Int>] = []
    for sound in sounds {
      let next = recording.firstSound(of: .cue, after: places.last?.upperBound ?? 0, threshold: tolerance)
      guard let next, let place = place(of: sound, audibleFrom: next, tolerance: tolerance) else { return nil }
      places.append(place)
    }
    let more = recording.firstSound(of: .cue, after: places.last?.upperBound ?? 0, threshold: tolerance)
    return more == nil ? places : nil
  }

  /// Where a sound lies whose first audible sample was heard at `position`; nil where it was not heard whole.
  func place(of sound: PCM, audibleFrom position: Int, tolerance: Int16 = 0) -> Range<Int>? {
    guard let silence = sound.samples.firstIndex(where: { abs($0) > tolerance }) else { return nil }
    // What is just audible in the sound may not be in the recording.
    return (-4...4).lazy.map { position - silence + Int($0) * Int(tolerance) }.first { begin in
      let place = begin..<begin + sound.samples.count
      guard place.lowerBound >= 0, place.upperBound <= recording.count else { return false }
      return zip(recording.cue[place], sound.samples).allSatisfy { abs(Int32($0) - Int32($1)) <= Int32(tolerance) }
    }.map { $0..<$0 + sound.samples.count }
  }

  /// These cues, in this order, each whole, and nothing else.
  func faults(expecting sounds: [PCM], tolerance: Int16 = 0) -> [String] {
    guard places(of: sounds, tolerance: tolerance) == nil else { return [] }
    let heard = recording.stretches(of: .cue, threshold: tolerance, gap: .milliseconds(200))
    let found = sounds.map { recording.find($0.samples, tolerance: Int(tolerance)) }
    return ["\(sounds.count) whole cues should be heard and nothing else. Sound is heard in \(heard), cues at \(found)"]
  }

  /// The music is quieter, and never silent, from the first frame of each stretch to its last, and in no other place;
  /// and it is soon as loud as before.
  func faultsOfMusic(downIn stretches: [Range<Int>]) -> [String] {
    guard recording.rms(of: .music, in: before) > 1_000 else { return ["no music is heard before the first cue"] }
    var faults: [String] = []
    for stretch in stretches {
      let levels = recording.levels(of: .music, in: stretch, against: before)
      if levels.max()! > -15 { faults.append("the music is at \(levels.max()!) dB in \(stretch)") }
      if levels.min()! < -30 { faults.append("the music is silent, \(levels.min()!) dB, in \(stretch)") }
    }
    let ducks = recording.ducks(in: before.lowerBound..<recording.count, against: before, below: -0.5).map(\.range)
    guard ducks.count == stretches.count, zip(ducks, stretches).allSatisfy({ $0.overlaps($1) }) else {
      return faults + ["the music is down in \(ducks), and should be in \(stretches)"]
    }
    let delays = zip(ducks, stretches).map { Recording.duration(of: $0.upperBound - $1.upperBound) }.sorted()
    // The benchmark measures it; one that a busy machine has kept waiting does not count.
    if delays[delays.count / 2] > .milliseconds(100) { faults.append("the music came back after \(delays)") }
    let end = recording.level(of: .music, in: recording.count - 4_800..<recording.count, against: before)
    if abs(end) > 0.5 { faults.append("the music ends at \(end) dB") }
    return faults
  }
}
