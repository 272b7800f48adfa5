import CommandLineTool
import EventLoop
import FoundationEssentials
import Glibc
import RunScreen
import TerminalScreen
import Workout
import WorkoutEngine

/// A run on a terminal's screen, drawn over and over, and the keys that are pressed meanwhile.
///
/// It has the alternate screen: nothing that was there before is lost or torn by a window whose size changes. Afterwards
/// there is what is still worth knowing then, in ordinary lines.
final class TerminalDisplay: RunDisplay {
  /// What a terminal sends when its job is to stop, has been continued, or its size has changed.
  nonisolated static let signals = [SIGTSTP, SIGCONT, SIGWINCH]

  /// What suits the terminal that the output is; nil where it is none, or one that can show nothing but lines.
  nonisolated static let standardLook: Look? = {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } ?? ""
    return Look(environment: ProcessInfo.processInfo.environment, codeset: codeset)
  }()

  private static let redrawKey: UInt8 = 0x0C

  let isLive = true
  private let output = STDOUT_FILENO
  private let input = STDIN_FILENO
  private let look: Look
  private let painter: ScreenPainter
  /// Nil where the input is no terminal: then there are no keys.
  private let mode: TerminalMode?
  private let onKey: @EventLoop (UInt8) -> Void
  private var keys: FileWatch?
  private var typed = TypedKeys()
  private var signals: [SignalWatch] = []
  private var scene: (any Scene)?
  /// What the runner was told and did not find in ordinary lines yet.
  private var notices: [String] = []
  /// What the runner is told now.
  private var notice: String?
  private var isClosed = false

  /// - Parameter onKey: gets each key that is a character, and Escape.
  init(_ look: Look, onKey: @escaping @EventLoop (UInt8) -> Void) {
    self.look = look
    self.onKey = onKey
    painter = ScreenPainter(output)
    mode = TerminalMode(input)
    TerminalGuard.install(expected: EndSignals.all)
    mode?.take()
    if mode != nil { keys = FileWatch(input, .readable) { [weak self] _ in self?.readKeys() } }
    signals = [
      SignalWatch(SIGTSTP) { [weak self] in self?.stop() },
      SignalWatch(SIGCONT) { [weak self] in self?.continued() },
      SignalWatch(SIGWINCH) { [weak self] in self?.redraw() },
    ]
  }

  /// What is told is shown until something happens.
  func fired(_ event: TimedEvent) { notice = nil }

  func began(_ drill: Drill) { notice = nil }

  func show(_ scene: any Scene) {
    self.scene = scene
    redraw()
  }

  func notice(_ text: String) {
    notices.append(text)
    notice = text
    redraw()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    keys?.cancel()
    keys = nil
    signals = []
    leave()
  }
}

// MARK: - Drawing

extension TerminalDisplay {
  /// Nothing in the background, where writing might stop us, and nothing once the terminal was given back.
  private func redraw() {
    guard !isClosed, var scene, isInForeground(output) else { return }
    returnFromBackground()
    scene.hasKeys = mode != nil
    scene.notice = notice
    painter.show(scene.picture(painter.size, look))
  }

  /// Leaves the terminal as it was.
  private func leave() {
    if isInForeground(output) {
      painter.leave()
      for notice in notices { complain("couch5k", notice) }
      notices = []
    }
    mode?.giveBack()
  }
}

// MARK: - Keys

extension TerminalDisplay {
  private func readKeys() {
    guard isInForeground(input) else {
      // They are meant for the shell, and reading them would stop us.
      keys?.interest = []
      return
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(input, &bytes, bytes.count)
    guard count > 0 else {
      // The terminal is gone; a signal follows.
      keys?.cancel()
      keys = nil
      return
    }
    for key in typed.take(bytes.prefix(count)) {
      if key == Self.redrawKey { redrawAll() } else { onKey(key) }
    }
  }

  private func redrawAll() {
    painter.forget()
    redraw()
  }

  /// The shell says nothing when it brings a job back that was running: whoever draws finds out.
  private func returnFromBackground() {
    mode?.take()
    keys?.interest = .readable
  }
}

// MARK: - Job control

extension TerminalDisplay {
  /// Stops as every program does. In a group that nobody could continue the kernel does not stop us, and we go on.
  private func stop() {
    leave()
    raise(SIGTSTP)
    unblock(SIGTSTP)
    SignalWatch.block([SIGTSTP])
    continued()
  }

  private func continued() {
    guard !isClosed else { return }
    mode?.takeAgain()
    redrawAll()
  }
}
