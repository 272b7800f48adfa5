import EventLoop
import Sound

/// What a player does.
enum Sounding {
  /// Corked.
  case resting
  /// Uncorked, and nothing to play.
  case between
  case playing(PartialSound)
  case stopping(PartialSound)
}

/// A sound that is made while it plays.
struct PartialSound {
  /// A server takes 4 MiB, 43 s, and drops the rest; and libpulse waits 30 s for the answer to a drain.
  static let heldByServer = Frames(.seconds(20))

  /// All that has come of it.
  var samples: [Int16]
  /// How many of them the server has.
  var written = 0
  /// Whether the server is to have any yet.
  var isHeld = true
  /// Whether no more will come.
  var isWhole = false
  /// Why nobody hears it, if so.
  var inaudible: String?
  /// By the boot clock, in microseconds.
  private let begun = Timer.Clock.boot.now

  init(_ samples: [Int16]) { self.samples = samples }

  /// How many samples the server should have now: what has been heard, and as much again as it surely holds.
  var due: Int {
    max(
      written, min(samples.count, Frames(.microseconds(Timer.Clock.boot.now - begun)).count + Self.heldByServer.count))
  }

  /// Silence before what the server does not have yet.
  mutating func delay(by silence: Frames) {
    samples.insert(contentsOf: PCM.silence(silence).samples, at: written)
  }
}
