import CLinux
import EventLoop
import FoundationEssentials
import Glibc

/// The built `couch5k`, beside the program that runs the tests.
let couch5kProgram = folder(of: "/proc/self/exe") + "/couch5k"

/// A program that was started, with all that it prints.
@EventLoop
final class Program {
  /// What its input and its outputs are.
  enum Files {
    /// Nothing, and a pipe.
    case pipe
    case terminal(Terminal)
  }

  let process: pid_t
  private(set) var output = "" {
    didSet { resumeWaiters() }
  }
  /// As `waitpid` gives it; nil while it runs.
  private(set) var status: Int32? {
    didSet { resumeWaiters() }
  }
  /// Where it keeps its history.
  private let state: TemporaryDirectory
  private let source: Int32
  private let ownsSource: Bool
  private let exitDescriptor: Int32
  private var outputWatch: FileWatch?
  private var exitWatch: FileWatch?
  private var waiters: [(isDue: @EventLoop () -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  /// - Parameters:
  ///   - state: what is XDG_STATE_HOME to it; its own if nothing is given.
  ///   - environment: what differs from that of the tests, and from the terminal and the locale that most people have.
  init(
    _ words: [String], _ files: Files, in directory: String = "/tmp", state: TemporaryDirectory = TemporaryDirectory(),
    environment: [String: String] = [:]
  ) {
    self.state = state
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    linux_spawn_add_chdir(&actions, directory)
    var ends: [Int32] = [-1, -1]
    switch files {
    case .terminal(let terminal):
      (source, ownsSource) = (terminal.descriptor, false)
      // The first terminal that the leader of a session opens becomes the one that controls it.
      posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    case .pipe:
      precondition(pipe(&ends) == 0, "no pipe")
      (source, ownsSource) = (ends[0], true)
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    }
    linux_spawn_close_from(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Whatever whoever runs the tests ignores or blocks: these programs are told by signals to end.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, linux_spawn_setsid() | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let arguments = words.map { strdup($0) } + [nil]
    let usual = [
      "XDG_STATE_HOME": state.path, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "NO_COLOR": "",
      // Nothing is changed on the buses of whoever runs the tests.
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
    ]
    let variables = ProcessInfo.processInfo.environment.merging(usual) { $1 }.merging(environment) { $1 }
    let environment = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + environment).forEach { free($0) } }
    var process: pid_t = 0
    precondition(posix_spawn(&process, words[0], &actions, &attributes, arguments, environment) == 0, "\(words[0])")
    self.process = process
    exitDescriptor = linux_pidfd_open(process)
    if ends[1] >= 0 { close(ends[1]) }
    linux_set_nonblocking(source)
    outputWatch = FileWatch(source, .readable) { [weak self] _ in self?.readOutput() }
    exitWatch = FileWatch(exitDescriptor, .readable) { [weak self] _ in self?.ended() }
  }

  isolated deinit {
    if status == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    outputWatch?.cancel()
    exitWatch?.cancel()
    close(exitDescriptor)
    if ownsSource { close(source) }
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits until it has printed that.
  func prints(_ text: String) async {
    await until { $0.output.contains(text) }
  }

  /// Waits until it has printed that after what it had printed before.
  func prints(after before: String, _ text: String) async {
    await until { $0.output.dropFirst(before.count).contains(text) }
  }

  /// Waits until it has ended.
  ///
  /// - Returns: Its exit status, or the negative of the signal that has ended it.
  func end() async -> Int32 {
    await until { $0.status != nil }
    let status = status ?? 0
    return status & 0x7f == 0 ? status >> 8 : -(status & 0x7f)
  }

  private func until(_ condition: @escaping @EventLoop (Program) -> Bool) async {
    if condition(self) { return }
    await withCheckedContinuation { continuation in
      waiters.append(({ [unowned self] in condition(self) }, continuation))
    }
  }

  private func resumeWaiters() {
    for waiter in waiters where waiter.isDue() { waiter.continuation.resume() }
    waiters.removeAll { $0.isDue() }
  }

  private func readOutput() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(source, &bytes, bytes.count)
    guard count > 0 else {
      guard count == 0 || errno != EAGAIN else { return }
      outputWatch?.cancel()
      outputWatch = nil
      return
    }
    output += String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private func ended() {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return }
    exitWatch?.cancel()
    exitWatch = nil
    readOutput()
    self.status = status
  }
}

/// A pseudo-terminal, seen from its keyboard and screen.
@EventLoop
final class Terminal {
  let descriptor: Int32
  let path: String
  /// Kept open, since a terminal that nobody has open forgets its mode.
  private let other: Int32

  init(columns: UInt16 = 80) {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // Swift does not see posix_openpt(3) and its like: these are TIOCSPTLCK and TIOCGPTN.
    var (lock, number): (Int32, UInt32) = (0, 0)
    let isReady = ioctl(descriptor, 0x4004_5431, &lock) == 0 && ioctl(descriptor, 0x8004_5430, &number) == 0
    precondition(isReady, "no terminal")
    path = "/dev/pts/\(number)"
    other = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    resize(columns: columns)
  }

  isolated deinit {
    close(other)
    close(descriptor)
  }

  func resize(columns: UInt16, rows: UInt16 = 24) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  func press(_ keys: String) {
    let bytes = Array(keys.utf8)
    precondition(write(descriptor, bytes, bytes.count) == bytes.count, "the terminal takes no keys")
  }

  /// Its modes of input, output, control and local, and its special characters.
  var mode: [UInt32] {
    var mode = termios()
    tcgetattr(other, &mode)
    let characters = withUnsafeBytes(of: mode.c_cc) { $0.map(UInt32.init) }
    return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag] + characters
  }

  /// Whether it hands over keys at once, and does not show them.
  var isTaken: Bool { mode[3] & UInt32(ICANON | ECHO) == 0 }
}

private func folder(of link: String) -> String {
  var buffer = [UInt8](repeating: 0, count: 4_096)
  let count = buffer.withUnsafeMutableBytes { readlink(link, $0.baseAddress!, $0.count) }
  let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
}
