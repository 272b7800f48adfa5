import EventLoop
import Sound

/// Waits until the server plays a sound in steps as small as our stream asks for.
///
/// Where other streams have deep buffers, a server that cannot take back what it has rendered goes on in their long steps
/// until it has taken up ours.
@EventLoop
final class Onset {
  private static let interval: Duration = .milliseconds(2)
  private static let quick: Duration = .milliseconds(10)
  /// A server that has not begun by then does not play at all, or does not tell.
  private static let longest: Duration = .milliseconds(150)

  private let stream: PulseStream
  private let taken: @EventLoop (Timing) -> Frames
  private let isPipeWire: Bool
  /// PipeWire takes this much in two steps: the first comes when the long step ends that it was in, the second a long step
  /// later, since until then what was rendered suffices, and from there on all are short.
  private var enough: Frames { isPipeWire ? Frames(512) : Frames(1) }
  private let handler: @EventLoop () -> Void
  private let begun = Timer.Clock.boot.now
  private var timer: Timer?

  /// - Parameters:
  ///   - taken: how much of the sound the server has rendered.
  ///   - handler: called once, at the latest after 150 ms; not any more when this object is gone.
  init(
    of stream: PulseStream, isPipeWire: Bool, taken: @escaping @EventLoop (Timing) -> Frames,
    handler: @escaping @EventLoop () -> Void
  ) {
    self.stream = stream
    self.taken = taken
    self.handler = handler
    self.isPipeWire = isPipeWire
    timer = Timer(.boot) { [weak self] in self?.ask() }
    ask()
  }

  private func ask() {
    stream.timing { [weak self] timing in
      guard let self else { return }
      let isLate = Timer.Clock.boot.now - begun > Self.longest.microseconds
      guard let timing, !isLate, !isQuick(timing), taken(timing) < enough else { return handler() }
      timer?.arm(after: Self.interval)
    }
  }

  /// Whether the server goes in small steps anyway. PipeWire does not tell.
  private func isQuick(_ timing: Timing) -> Bool { !isPipeWire && timing.sinkLatency < Self.quick }
}
