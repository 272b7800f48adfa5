import EventLoop
import Sound

/// Finds out when the last sample that a stream was given has been heard.
@EventLoop
final class EndWatch {
  enum Outcome: Sendable {
    case heard
    /// The output takes nothing: as a clause for the person.
    case unheard(String)
    /// The server does not tell: as a clause for the person.
    case unknown(String)
  }

  /// An output that takes nothing for so long is suspended.
  private static let longestStall: Duration = .seconds(2)
  /// How long before its end a long sound is asked after again: by then it may play on another output.
  private static let secondLook: Duration = .milliseconds(300)

  private let stream: PulseStream
  private let handler: @EventLoop (Outcome) -> Void
  private let delay = Delay()

  /// - Parameter handler: called once; not any more when this object is gone.
  init(of stream: PulseStream, isPipeWire: Bool, handler: @escaping @EventLoop (Outcome) -> Void) {
    self.stream = stream
    self.handler = handler
    if isPipeWire { drain() } else { awaitEnd() }
  }

  /// Asked again where the answer does not come in time, as after the machine was suspended.
  private func drain() {
    stream.drain { [weak self] isDrained in
      guard let self else { return }
      if isDrained { handler(.heard) } else { drain() }
    }
  }

  /// PulseAudio tells exactly when what it holds will have been heard.
  ///
  /// - Parameter stall: where the server was when it was found to take nothing, and since when, by the boot clock.
  private func awaitEnd(stall: (read: Int64, since: Int64)? = nil) {
    askTiming { watch, timing in
      let left = timing.untilHeard
      guard left > .milliseconds(500) else {
        return watch.after(left) { $0.confirmEnd(held: timing.held) }
      }
      let now = Timer.Clock.boot.now
      guard let stall, stall.read == timing.read else {
        return watch.after(left - Self.secondLook) { $0.awaitEnd(stall: (timing.read, now)) }
      }
      guard .microseconds(now - stall.since) < Self.longestStall else {
        return watch.handler(.unheard("the output is suspended"))
      }
      watch.after(Self.secondLook) { $0.awaitEnd(stall: stall) }
    }
  }

  /// A server that was kept from its work still holds some of the sound when it should all have been heard.
  ///
  /// - Parameter held: what it held when it was asked before. One that holds no less now does not play at all.
  private func confirmEnd(held: Frames) {
    askTiming { watch, timing in
      guard timing.held > .zero, timing.held < held else { return watch.handler(.heard) }
      watch.after(timing.untilHeard) { $0.confirmEnd(held: timing.held) }
    }
  }

  private func askTiming(_ answered: @escaping @EventLoop (EndWatch, Timing) -> Void) {
    stream.timing { [weak self] timing in
      guard let self else { return }
      guard let timing else { return handler(.unknown("the sound server does not answer")) }
      answered(self, timing)
    }
  }

  private func after(_ time: Duration, _ body: @escaping @EventLoop (EndWatch) -> Void) {
    delay.wait(time) { [weak self] in self.map(body) }
  }
}
