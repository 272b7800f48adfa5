import CMediaPlayer
import EventLoop
import Glibc

/// Keeps the machine from going idle and to sleep: through systemd-logind, and through the desktop's screen saver where
/// there is one. Where there is neither nothing happens.
///
/// Both give back what this process holds when it ends, however that is.
@EventLoop
public final class SleepInhibition {
  /// Whether the machine is to stay awake.
  public var isWanted = false {
    didSet {
      guard isWanted != oldValue else { return }
      carryOut(logind.want(isWanted))
      carryOut(screenSaver.want(isWanted))
    }
  }

  private let who: String
  private let reason: String
  /// Released by closing a descriptor.
  private var logind = Inhibitor<Int32>()
  /// Released by a number.
  private var screenSaver = Inhibitor<UInt32>()
  private lazy var systemBus = Bus(.system)
  private lazy var sessionBus = Bus(.session)

  public init(by who: String, because reason: String) { (self.who, self.reason) = (who, reason) }
}

// MARK: - systemd-logind

extension SleepInhibition {
  private static let inhibit = Method(
    service: "org.freedesktop.login1", path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
    name: "Inhibit")

  private func carryOut(_ action: Inhibitor<Int32>.Action?) {
    switch action {
    case nil: break
    case .take: inhibit(["idle:sleep", "idle"])
    case .release(let descriptor): close(descriptor)
    }
  }

  /// Asks for the first of these, and where it is refused for the next: who sits at no seat of the machine's may keep it
  /// from going idle, but not from going to sleep.
  private func inhibit(_ what: ArraySlice<String>) {
    guard let first = what.first, let systemBus else { return carryOut(logind.answered(nil)) }
    let arguments = [first, who, reason, "block"].map(Argument.text)
    systemBus.call(Self.inhibit, arguments, startsService: true) { [weak self] reply in
      guard let self else { return }
      if let descriptor = reply?.descriptor() {
        // That one is closed with the message.
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        carryOut(logind.answered(own >= 0 ? own : nil))
      } else {
        inhibit(what.dropFirst())
      }
    }
  }
}

// MARK: - The screen saver

extension SleepInhibition {
  private static func screenSaver(_ name: String) -> Method {
    Method(
      service: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver",
      interface: "org.freedesktop.ScreenSaver", name: name)
  }

  private func carryOut(_ action: Inhibitor<UInt32>.Action?) {
    switch action {
    case nil: break
    case .take:
      guard let sessionBus else { return carryOut(screenSaver.answered(nil)) }
      sessionBus.call(Self.screenSaver("Inhibit"), [.text(who), .text(reason)], startsService: false) {
        [weak self] reply in
        guard let self else { return }
        carryOut(screenSaver.answered(reply?.number()))
      }
    case .release(let cookie):
      sessionBus?.call(Self.screenSaver("UnInhibit"), [.number(cookie)], startsService: false)
    }
  }
}
