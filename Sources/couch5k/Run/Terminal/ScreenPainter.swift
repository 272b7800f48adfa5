import EventLoop
import Glibc
import TerminalScreen

/// Shows pictures on a terminal, on a screen of their own, writing no more than what differs from one to the next.
@EventLoop
final class ScreenPainter {
  private let terminal: Int32
  /// The same terminal, opened anew, so that writing to it never waits, and nobody else's writing is changed by that.
  private let descriptor: Int32
  private var isOnScreen = false
  /// Nil: nobody knows.
  private var shown: Picture?
  /// What the terminal did not take.
  private var unsent: [UInt8] = []

  init(_ terminal: Int32) {
    self.terminal = terminal
    let own = open("/proc/self/fd/\(terminal)", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    descriptor = own >= 0 ? own : terminal
  }

  isolated deinit {
    if descriptor != terminal { close(descriptor) }
  }

  /// How large the terminal is now.
  var size: Picture.Size { Picture.Size(ofTerminal: terminal) ?? .usual }

  /// A terminal that takes nothing now, because its connection hangs, misses this picture: the run must not wait for it.
  func show(_ picture: Picture) {
    guard send("") else { return }
    if !isOnScreen {
      isOnScreen = true
      TerminalGuard.screen = terminal
      send(PictureUpdate.enter)
    }
    send(PictureUpdate.from(shown, to: picture))
    shown = picture
  }

  /// Draws everything the next time: somebody else may have drawn meanwhile.
  func forget() { shown = nil }

  /// Gives the terminal its own screen back, and waits until it has taken that, as whoever writes next would have to.
  func leave() {
    guard isOnScreen else { return }
    isOnScreen = false
    shown = nil
    unsent += PictureUpdate.leave.utf8
    while !unsent.isEmpty {
      let count = write(terminal, unsent, unsent.count)
      guard count > 0 else { break }
      unsent.removeFirst(count)
    }
    unsent = []
    TerminalGuard.screen = nil
  }

  /// Sends what was not sent before, and this.
  ///
  /// - Returns: whether the terminal has taken all of it.
  @discardableResult
  private func send(_ text: String) -> Bool {
    unsent += text.utf8
    while !unsent.isEmpty, isReady {
      let count = write(descriptor, unsent, unsent.count)
      guard count > 0 else { break }
      unsent.removeFirst(count)
    }
    return unsent.isEmpty
  }

  private var isReady: Bool {
    var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&output, 1, 0) == 1
  }
}
