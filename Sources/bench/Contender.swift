import Cue
import CueText
import EventLoop
import Sound
import SoundLab

/// A way to tell somebody what to do next.
@EventLoop
protocol Contender: AnyObject {
  var name: String { get }

  /// Begins, and returns the moment just before.
  func begin() async throws -> SuspendingClock.Instant

  /// Waits until the sound has ended.
  func end() async throws
}

/// What all of them have to say.
enum Message {
  static let event = Event.transition(.run, .seconds(300))
  static let chime = Chimes.builtIn(Chime.run.rawValue) ?? PCM()
  static let sentence = event.sentence(in: English()) ?? ""
}
