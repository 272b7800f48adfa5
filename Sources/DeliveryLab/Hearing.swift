import SoundLab

/// A stretch of sound in a recording, and which of the numbered sounds it is.
public struct Hearing: Equatable, Sendable {
  /// Nil: none of them, or too little of it to tell.
  public var number: Int?
  /// Where it is heard, in samples.
  public var range: Range<Int>
  /// It is heard from its first to its last sample.
  public var isWhole: Bool

  public init(number: Int?, range: Range<Int>, isWhole: Bool) {
    self.number = number
    self.range = range
    self.isWhole = isWhole
  }
}

/// Tells numbered sounds apart in a recording, where each may be cut off and differs a little from what it is expected to
/// be, as speech does.
struct Ear {
  /// What is louder, is sound.
  private static let threshold: Int16 = 30
  /// Silence between cues is 300 ms long; within a cue none is as long as that.
  private static let gap: Duration = .milliseconds(200)
  /// No daemon plays anything sooner after it is started.
  private static let pauseAfterKill: Duration = .milliseconds(20)
  /// How alike a sound and what is expected must be.
  private static let likeness = 0.97
  /// Where others are so little less alike than the most alike, as those are that begin with the same words, the one is
  /// meant whose turn it is.
  private static let doubt = 0.015
  /// What is said twice may differ in length by 13 ms: so much may be missing without being missed, 20 ms.
  private static let tolerance = 960
  /// Of less than 80 ms nobody can tell what it is.
  private static let least = 8 * Spectrogram.step

  private let recording: Recording
  private let sounds: [(length: Int, spectrogram: Spectrogram)]
  private let kills: [Int]

  /// - Parameters:
  ///   - sounds: by number.
  ///   - kills: when something may have been cut off, in samples.
  init(_ recording: Recording, expecting sounds: [[Int16]], cutAt kills: [Int]) {
    self.recording = recording
    self.kills = kills
    self.sounds = sounds.map { sound in
      let first = sound.firstIndex { $0.magnitude > Self.threshold.magnitude } ?? 0
      let last = sound.lastIndex { $0.magnitude > Self.threshold.magnitude } ?? 0
      return (last + 1 - first, Spectrogram(of: Array(sound[first...last])))
    }
  }

  /// All that was heard, in the order of time.
  func hearings() -> [Hearing] {
    var last = 0
    return stretches.map { range in
      let hearing = hearing(range, after: last)
      last = hearing.number ?? last
      return hearing
    }
  }

  private var stretches: [Range<Int>] {
    let gap = Int(Self.gap / .microseconds(1)) * Recording.rate / 1_000_000
    var stretches: [Range<Int>] = []
    for piece in recording.stretches(of: .cue, threshold: Self.threshold, gap: Self.pauseAfterKill) {
      if let last = stretches.last, piece.lowerBound - last.upperBound < gap, !isKilled(last, before: piece) {
        stretches[stretches.count - 1] = last.lowerBound..<piece.upperBound
      } else {
        stretches.append(piece)
      }
    }
    return stretches
  }

  /// Whether the daemon was killed between the two. What the server had of it then may have begun a little later.
  private func isKilled(_ piece: Range<Int>, before next: Range<Int>) -> Bool {
    let begin = piece.lowerBound - Int(Self.pauseAfterKill / .microseconds(1)) * Recording.rate / 1_000_000
    return kills.contains { $0 >= begin && $0 < next.lowerBound }
  }

  /// - Parameter last: the number that was heard before.
  private func hearing(_ range: Range<Int>, after last: Int) -> Hearing {
    guard let number = number(heardIn: range, after: last) else {
      return Hearing(number: nil, range: range, isWhole: false)
    }
    let isWhole = range.count >= sounds[number].length - Self.tolerance
    return Hearing(number: number, range: range, isWhole: isWhole)
  }

  private func number(heardIn range: Range<Int>, after last: Int) -> Int? {
    guard range.count >= Self.least else { return nil }
    let heard = Spectrogram(of: Array(recording.cue[range]))
    let possible = sounds.indices.filter { range.count <= sounds[$0].length + Self.tolerance }
    // What it ends with may be cut off.
    let alike = possible.map { (number: $0, value: sounds[$0].spectrogram.likeness(to: heard, over: heard.count - 2)) }
    let least = max(Self.likeness, (alike.map(\.value).max() ?? 0) - Self.doubt)
    return alike.filter { $0.value >= least }.map(\.number).min { abs($0 - last) < abs($1 - last) }
  }
}
