import EventLoop
import FoundationEssentials
import Glibc
import SoundLab

/// couch5k in a process of its own, with a terminal or without one.
@EventLoop
final class Couch5kProcess {
  let hasTerminal: Bool
  private let process: ChildProcess
  private let stateFolder: String
  /// Both ends of its terminal; -1 where it has none.
  private let terminal: (ours: Int32, its: Int32)
  private var screen: FileWatch?

  /// - Parameters:
  ///   - jumped: by how many seconds its clock is ahead of the world's.
  init(
    _ words: [String], environment: [String: String], terminal hasTerminal: Bool, jumped: Int
  ) throws(LabError) {
    self.hasTerminal = hasTerminal
    stateFolder = environment["XDG_STATE_HOME"]! + "/couch5k"
    let program = sibling("couch5k")
    let prefix = jumped == 0 ? [] : ["unshare", "--time", "--boottime", "\(jumped)", "--fork", "--kill-child"]
    let all = prefix + [program] + words
    terminal = hasTerminal ? openTerminal() : (-1, -1)
    var spawn = Spawn(all[0], Array(all.dropFirst()), environment: environment)
    if hasTerminal {
      spawn.input = .descriptor(terminal.its)
      spawn.output = .descriptor(terminal.its)
    }
    process = try spawn.start()
    // What is not read fills the terminal, and holds up who writes to it.
    guard hasTerminal else { return }
    screen = FileWatch(terminal.ours, .readable) { [terminal] _ in
      var bytes = [UInt8](repeating: 0, count: 65_536)
      _ = read(terminal.ours, &bytes, bytes.count)
    }
  }

  isolated deinit {
    screen?.cancel()
    if hasTerminal {
      close(terminal.ours)
      close(terminal.its)
    }
  }

  var status: ProcessStatus? { process.status }
  var lines: [Substring] { process.outputText.split(separator: "\n") }
  var errorText: String { process.errorText }

  @discardableResult
  func wait() async -> ProcessStatus { await process.wait() }

  /// Whether a run is kept that another process could go on with.
  var hasUnfinishedRun: Bool { access("\(stateFolder)/run.json", F_OK) == 0 }

  func press(_ key: String) { _ = key.withCString { write(terminal.ours, $0, 1) } }

  /// To couch5k itself, also where another program has started it.
  func signal(_ number: Int32) {
    guard status == nil, let text = try? String(contentsOfFile: "\(stateFolder)/run.lock", encoding: .utf8),
      let id = text.split(separator: "\n").first.flatMap({ pid_t($0) })
    else { return process.signal(number) }
    Glibc.kill(id, number)
  }
}

/// couch5k ended where it should have gone on.
struct Couch5kEnded: Error, CustomStringConvertible {
  let lines: [String]
  let errors: String

  var description: String { "couch5k ended: \(lines.last ?? "") \(errors)" }
}

/// The path of a program beside this one.
func sibling(_ program: String) -> String {
  let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  return own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/" + program
}

/// A pseudo-terminal of 80 × 24.
private func openTerminal() -> (ours: Int32, its: Int32) {
  let ours = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
  // Swift does not see posix_openpt(3) and its like: these are TIOCSPTLCK and TIOCGPTN.
  var (lock, number): (Int32, UInt32) = (0, 0)
  let isReady = ioctl(ours, 0x4004_5431, &lock) == 0 && ioctl(ours, 0x8004_5430, &number) == 0
  precondition(isReady, "no terminal")
  var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
  _ = ioctl(ours, UInt(TIOCSWINSZ), &size)
  return (ours, open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC))
}
