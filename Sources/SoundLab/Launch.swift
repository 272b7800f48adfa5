import CLinux
import Glibc

extension Spawn {
  /// Starts the program with these three files as its standard input, output and error.
  ///
  /// `setpriv` asks the kernel, between fork and exec, to kill it with its parent: posix_spawn cannot.
  func launch(standardFiles: [Int32]) throws(LabError) -> pid_t {
    let path = try locate(program)
    let command =
      diesWithParent
      ? [try locate("setpriv"), "--pdeathsig", "KILL", "--", path] + arguments : [path] + arguments

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in standardFiles.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    linux_spawn_close_from(&actions, STDERR_FILENO + 1)
    if let directory { linux_spawn_add_chdir(&actions, directory) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let signalFlags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, signalFlags | linux_spawn_setsid())

    var id: pid_t = 0
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let error = withCStrings(command) { command in
      withCStrings(variables) { variables in
        posix_spawn(&id, command[0]!, &actions, &attributes, command, variables)
      }
    }
    guard error == 0 else { throw .system("starting \(program)", error: error) }
    return id
  }

  /// The program's path.
  private func locate(_ program: String) throws(LabError) -> String {
    if program.contains("/") {
      guard access(program, X_OK) == 0 else { throw .system(program) }
      return program
    }
    let folders = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":")
    let paths = folders.map { folder in "\(folder)/\(program)" }
    guard let path = paths.first(where: { path in access(path, X_OK) == 0 }) else { throw .missing(program) }
    return path
  }
}

extension LabError {
  private static let packages = [
    "pulseaudio": "pulseaudio", "pactl": "pulseaudio-utils", "pacat": "pulseaudio-utils", "setpriv": "util-linux",
    "pipewire": "pipewire", "pipewire-pulse": "pipewire-pulse", "wireplumber": "wireplumber",
    "dbus-daemon": "dbus-daemon", "sh": "dash",
  ]

  fileprivate static func missing(_ program: String) -> LabError {
    let hint = packages[program].map { ": install the Debian package \($0)" } ?? ""
    return LabError(.missingProgram, "there is no program \(program)\(hint)")
  }
}

/// Lends C a NULL-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return body(&pointers)
}
