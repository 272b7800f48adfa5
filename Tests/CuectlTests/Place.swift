import CLinux
import Glibc
import Synchronization
import Testing

/// A runtime folder of its own, without a sound server, and the programs that run in it.
final class Place: Sendable {
  let folder: String
  private let started = Mutex<[pid_t]>([])
  var socket: String { folder + "/io.cued" }

  fileprivate init() {
    var template = Array("/tmp/cuectl-tests-XXXXXX".utf8CString)
    mkdtemp(&template)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private var environment: [String: String] {
    [
      "PATH": "\(builtPrograms):/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": folder,
      "PULSE_SERVER": "unix:\(folder)/no-sound-server", "TZ": "Test-5:30",
    ]
  }

  /// Starts one of the built programs, or any in /usr/bin.
  func start(_ program: String, _ words: [String], input: String = "") -> Child {
    let own = "\(builtPrograms)/\(program)"
    let path = access(own, X_OK) == 0 ? own : "/usr/bin/\(program)"
    let child = Child([path] + words, environment, in: folder, input: input)
    started.withLock { $0.append(child.process) }
    return child
  }

  func run(_ program: String, _ words: [String], input: String = "") async throws -> Child.End {
    try await start(program, words, input: input).end()
  }

  func cuectl(_ words: String..., input: String = "") async throws -> Child.End {
    try await run("cuectl", words, input: input)
  }

  /// With pipes and substitutions.
  func shell(_ script: String) async throws -> Child.End { try await run("sh", ["-c", script]) }

  /// Starts a daemon that listens when this returns.
  func startDaemon() async throws -> Child {
    let daemon = start("cued", ["--socket", socket])
    while try await cuectl("status").status != 0 { try await Task.sleep(for: .milliseconds(5)) }
    return daemon
  }

  // MARK: Processes

  /// The daemons that run here.
  var daemons: [pid_t] { processes.filter { contents(of: "/proc/\($0)/cmdline").hasPrefix("\(builtPrograms)/cued\0") } }

  private var processes: [pid_t] {
    let mark = "XDG_RUNTIME_DIR=\(folder)\0"
    return entries(of: "/proc").compactMap { pid_t($0) }.filter { contents(of: "/proc/\($0)/environ").contains(mark) }
  }

  fileprivate func clear() {
    while case let left = processes, !left.isEmpty {
      for process in left { kill(process, SIGTERM) }
      usleep(5_000)
    }
    // One that nobody has waited for would keep those busy who wait for any child, as exit tests do.
    for process in started.withLock({ $0 }) { waitpid(process, nil, 0) }
    system("rm -r '\(folder)'")
  }
}

/// Each test has a place of its own, and every process that is left in it is ended.
struct PlaceTrait: SuiteTrait, TestTrait, TestScoping {
  @TaskLocal fileprivate static var place: Place?

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    let place = Place()
    defer { place.clear() }
    try await Self.$place.withValue(place) { try await body() }
  }
}

extension Trait where Self == PlaceTrait {
  static var ownPlace: Self { PlaceTrait() }
}

extension Place {
  /// The test's own.
  static var current: Place {
    guard let place = PlaceTrait.place else { preconditionFailure("the test's suite lacks the trait ownPlace") }
    return place
  }
}

/// A process of which the output is kept in files, so that nobody has to read it meanwhile.
final class Child: Sendable {
  struct End: Equatable {
    /// The exit status; of a process that a signal has ended, 128 and the signal.
    var status: Int32
    var output: String
    var error: String
  }

  let process: pid_t
  private let files: String

  /// - Parameter arguments: the program's path first.
  fileprivate init(_ arguments: [String], _ environment: [String: String], in folder: String, input: String) {
    files = "\(folder)/child-\(UInt64.random(in: .min ... .max))"
    let file = fopen(files + ".in", "w")!
    fputs(input, file)
    fclose(file)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, files + ".in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, files + ".out", O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, files + ".err", O_WRONLY | O_CREAT, 0o600)
    _ = linux_spawn_close_from(&actions, STDERR_FILENO + 1)
    // The threads that tests run on block most signals, and these programs are told by signals to end.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, arguments[0], &actions, &attributes, words, variables)
    precondition(error == 0, "\(arguments[0]) cannot be started: \(String(cString: strerror(error)))")
    self.process = process
  }

  /// What it has written so far.
  var output: String { contents(of: files + ".out") }
  var error: String { contents(of: files + ".err") }

  func signal(_ signal: Int32) { kill(process, signal) }

  /// Waits until the output has a text.
  func untilOutput(has text: String) async throws {
    while !output.contains(text) { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Waits for its end. To be called once.
  func end() async throws -> End {
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) != process { try await Task.sleep(for: .milliseconds(5)) }
    let signal = status & 0x7f
    return End(
      status: signal == 0 ? status >> 8 : 128 + signal, output: output, error: error)
  }
}

/// The folder of the program that runs the tests, where the others were built too.
private let builtPrograms: String = {
  var path = [UInt8](repeating: 0, count: 4_096)
  let count = path.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
  let program = String(decoding: path.prefix(max(0, count)), as: UTF8.self)
  return program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
}()

private func contents(of path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4_096)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}

private func entries(of folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(
      withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      })
  }
  return names
}
