import Cue
import Ducking
import Sound

/// Mixes the cues of a workout into music: it makes room for them as the daemon lets other sound make room, and fades out
/// after the last one.
///
/// A value without files: music goes in, block by block, and what a file is to hold comes out, up to 4 ms later. Where no
/// cue is near, the music passes to the bit.
struct CueMixer {
  /// How long the music goes on after the last cue.
  static let fadeOut: Duration = .seconds(4)

  /// What is heard in the music, in samples of its rate.
  struct Cue {
    let start: Int
    /// Of one channel; heard on all.
    let samples: [Float]

    var range: Range<Int> { start..<start + samples.count }
  }

  /// The length of the whole, in samples of each channel.
  let length: Int
  private let channels: Int
  private let fadeStart: Int
  /// In the order of their starts; no two overlap.
  private let cues: [Cue]
  /// Where the music is down: from a cue's first sample to the last of those that follow it at once.
  private let lowered: [Range<Int>]
  private var ducking: SampleDucking
  private var limiter: Limiter
  /// How many samples of each channel have come.
  private var position = 0

  /// - Parameters:
  ///   - cues: in the order of their starts; no two overlap.
  ///   - rate: of the music and the cues, in samples per second.
  ///   - channels: of the music.
  ///   - depth: by how much the music makes room.
  init(_ cues: [Cue], rate: Int, channels: Int, depth: DuckingDepth) {
    self.cues = cues
    self.channels = channels
    lowered = cues.map(\.range).joined(within: Frames.betweenCues.duration.samples(at: rate))
    ducking = SampleDucking(depth: depth, rate: rate)
    limiter = Limiter(channels: channels)
    fadeStart = cues.last?.range.upperBound ?? 0
    length = fadeStart + Self.fadeOut.samples(at: rate)
  }

  /// The next block. What there is of it after the end is left out.
  ///
  /// - Parameter music: the samples of all channels by turns, ±1 being full scale.
  mutating func process(_ music: [Float]) -> [Int16] {
    let range = position..<min(position + music.count / channels, length)
    var mix = Block(samples: Array(music[..<(range.count * channels)]), channels: channels, range: range)
    duck(&mix)
    for cue in cues where cue.range.overlaps(range) { mix.add(cue) }
    fade(&mix)
    position = range.upperBound
    return limiter.process(mix.samples)
  }

  /// What is still to come once all the music has.
  mutating func finish() -> [Int16] { limiter.finish() }

  private mutating func duck(_ mix: inout Block) {
    var start = mix.range.lowerBound
    while start < mix.range.upperBound {
      let next = lowered.first { $0.upperBound > start }
      let isDown = next?.contains(start) ?? false
      let change = (isDown ? next?.upperBound : next?.lowerBound) ?? .max
      let end = min(change, mix.range.upperBound)
      for frame in start..<end {
        if ducking.isBack, !isDown { break }
        mix.scale(frame, by: ducking.next(isDown: isDown))
      }
      start = end
    }
  }

  private func fade(_ mix: inout Block) {
    for frame in mix.range.clamped(to: fadeStart..<length) {
      mix.scale(frame, by: Float(length - frame) / Float(length - fadeStart))
    }
  }
}

/// Some of the music, on its way through the mixer.
private struct Block {
  var samples: [Float]
  let channels: Int
  /// Where it lies in the whole.
  let range: Range<Int>

  mutating func scale(_ frame: Int, by factor: Float) {
    let first = (frame - range.lowerBound) * channels
    for index in first..<first + channels { samples[index] *= factor }
  }

  mutating func add(_ cue: CueMixer.Cue) {
    for frame in cue.range.clamped(to: range) {
      let sample = cue.samples[frame - cue.start]
      let first = (frame - range.lowerBound) * channels
      for index in first..<first + channels { samples[index] += sample }
    }
  }
}

extension [Range<Int>] {
  /// Those between which there is no more than `gap` as one; they are in order.
  fileprivate func joined(within gap: Int) -> Self {
    reduce(into: []) { joined, range in
      if let last = joined.last, range.lowerBound - last.upperBound <= gap {
        joined[joined.count - 1] = last.lowerBound..<range.upperBound
      } else {
        joined.append(range)
      }
    }
  }
}

extension Duration {
  /// The nearest number of samples, of so many a second.
  fileprivate func samples(at rate: Int) -> Int { Int((self / .seconds(1) * Double(rate)).rounded()) }
}

extension CueMixer {
  /// The cues of a track in music.
  init(_ track: CueTrack, _ sounds: CueSounds, rate: Int, channels: Int, depth: DuckingDepth) {
    var made: [Event: [Float]] = [:]
    let cues = track.placements.map { placement in
      let event = placement.event.event
      let samples = made[event] ?? sounds[event].samples(at: rate)
      made[event] = samples
      return Cue(start: placement.start.duration.samples(at: rate), samples: samples)
    }
    self.init(cues, rate: rate, channels: channels, depth: depth)
  }
}
