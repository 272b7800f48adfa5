import CLinux
import Glibc

/// A speech process just started, and this end of its socket.
struct LaunchedWorker {
  let process: pid_t
  let socket: Int32

  /// Starts `executable` as the speech process. It inherits its end of the socket and no other descriptor, has a process
  /// group of its own (a terminal's Ctrl-C is not meant for it), and blocks and ignores no signal.
  init(executable: String) throws(SpeechError) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .processNotStarted(executable: executable, error: errno)
    }
    defer { close(ends[1]) }
    var process: pid_t = 0
    let error = spawn(executable, socket: ends[1], &process)
    guard error == 0 else {
      close(ends[0])
      throw .processNotStarted(executable: executable, error: error)
    }
    self.process = process
    socket = ends[0]
  }
}

/// - Returns: 0, or an error number.
private func spawn(_ executable: String, socket: Int32, _ process: inout pid_t) -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, socket, workerSocket)
  // espeak-ng prints to standard error what its status says as well.
  for standard in STDIN_FILENO...STDERR_FILENO {
    posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
  }
  _ = linux_spawn_close_from(&actions, workerSocket + 1)

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
  posix_spawnattr_setflags(&attributes, Int16(flags))

  let arguments = [strdup(executable), strdup(speechWorkerArgument), nil]
  defer { arguments.forEach { free($0) } }
  return posix_spawn(&process, executable, &actions, &attributes, arguments, environ)
}
