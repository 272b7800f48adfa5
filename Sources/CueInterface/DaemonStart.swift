import CLinux
import EventLoop
import FoundationEssentials
import Glibc
import Varlink

/// Starts the daemon for a client that found nobody listening.
@EventLoop
enum DaemonStart {
  /// The daemon's option with which it leaves a minute after its last client.
  static let transient = "--transient"

  private static let patience: Duration = .seconds(5)
  private static let interval: Duration = .milliseconds(5)

  /// Starts it and connects as soon as it listens. Several clients may do so at once: the daemons decide among
  /// themselves which one stays.
  ///
  /// - Parameter folders: where the program may be, the first choice first.
  static func run(at path: String, folders: [String] = folders()) async throws(CueClientError) -> VarlinkClient {
    guard let program = folders.map({ $0 + "/cued" }).first(where: { access($0, X_OK) == 0 }) else {
      throw .cannotStart("there is no program cued beside this one or in PATH")
    }
    let daemon = StartedProcess(try spawn(program, [program, transient, "--socket", path]))
    let start = Timer.Clock.boot.now
    while .microseconds(Timer.Clock.boot.now - start) < patience {
      await pause(for: interval)
      do {
        return try VarlinkClient.connect(to: path)
      } catch .nobodyListens {
        guard !hasFailed(daemon) else {
          throw .cannotStart("\(program) was started and ended at once; run it by hand to see why")
        }
      } catch {
        throw .connection(error)
      }
    }
    throw .cannotStart("\(program) was started and does not listen; run it by hand to see why")
  }

  /// Beside this program, so that a build finds its own; else those in PATH.
  private static func folders() -> [String] {
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    guard let mine = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return path }
    return [String(mine[..<(mine.lastIndex(of: "/") ?? mine.startIndex)])] + path
  }

  /// Whether it has ended, and not because another daemon serves already: then it ends with 0.
  private static func hasFailed(_ daemon: StartedProcess) -> Bool {
    daemon.status.map { $0 != 0 } ?? false
  }

  /// In a session of its own, so that a terminal that closes does not take it along, without our files, and with no
  /// signal blocked or ignored. What it has to say goes to our standard error.
  private static func spawn(_ program: String, _ arguments: [String]) throws(CueClientError) -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    linux_spawn_close_from(&files, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, linux_spawn_setsid() | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    let words = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, program, &files, &attributes, words, environ)
    guard error == 0 else { throw .cannotStart("\(program): \(String(cString: strerror(error)))") }
    return process
  }
}
