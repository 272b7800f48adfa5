import CLinux
import EventLoop
import Glibc

/// A program that was started by ``Spawn``. Released while it runs, it is killed.
///
/// The event loop's thread starts it, because the kernel's promise to kill it with its parent holds for the parent's
/// *thread*, and that thread lives as long as the process.
@EventLoop
public final class ChildProcess {
  public nonisolated let id: pid_t
  /// How it ended; `nil` while it runs.
  public private(set) var status: ProcessStatus?
  /// The most memory that it held at any moment, or that one of the programs did which it started, in kB; 0 while it runs.
  public private(set) var peakMemory = 0

  private let diesWithParent: Bool
  private let handle: Int32
  private let feed: InputFeed?
  private let outputDrain: OutputDrain?
  private let errorDrain: OutputDrain?
  private var watch: FileWatch?
  private var waiters: [CheckedContinuation<ProcessStatus, Never>] = []

  /// What it has written to standard output so far, if that is captured; all of it once it has ended.
  public var output: [UInt8] { outputDrain?.captured ?? [] }
  /// What it has written to standard error so far, if that is captured; all of it once it has ended.
  public var errors: [UInt8] { errorDrain?.captured ?? [] }

  public var outputText: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  init(_ spawn: Spawn) throws(LabError) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { throw .system("/dev/null") }
    defer { close(null) }
    let input = try ChildEnd(spawn.input, null: null)
    defer { input.closeOurCopy() }
    let output = try ChildEnd(spawn.output, null: null, inherited: STDOUT_FILENO)
    defer { output.closeOurCopy() }
    let errors = try ChildEnd(spawn.errors, null: null, inherited: STDERR_FILENO)
    defer { errors.closeOurCopy() }

    let id = try spawn.launch(standardFiles: [input.descriptor, output.descriptor, errors.descriptor])
    let handle = linux_pidfd_open(id)
    guard handle >= 0 else {
      let error = LabError.system("pidfd_open")
      Glibc.kill(id, SIGKILL)
      waitpid(id, nil, 0)
      throw error
    }
    self.id = id
    self.handle = handle
    diesWithParent = spawn.diesWithParent
    feed = input.far.map { InputFeed($0, spawn.input) }
    outputDrain = output.far.map { OutputDrain($0, spawn.output) }
    errorDrain = errors.far.map { OutputDrain($0, spawn.errors) }
    watch = FileWatch(handle, .readable) { [weak self] _ in self?.reap() }
  }

  /// Waits until it has ended, without holding up the event loop.
  @discardableResult public func wait() async -> ProcessStatus {
    if let status { return status }
    return await withCheckedContinuation { waiters.append($0) }
  }

  /// Sends it a signal; nothing happens if it has ended.
  public func signal(_ number: Int32) {
    guard status == nil else { return }
    Glibc.kill(id, number)
  }

  /// Kills it and waits until it is gone.
  public func kill() async {
    signal(SIGKILL)
    await wait()
  }

  /// Ends its standard input, if that is ``Spawn/Input/heldOpen`` or ``Spawn/Input/supplied(_:)``.
  public func closeInput() { feed?.close() }

  private func reap() {
    var code: Int32 = 0
    var usage = rusage()
    guard wait4(id, &code, WNOHANG, &usage) == id else { return }
    peakMemory = usage.ru_maxrss
    watch?.cancel()
    feed?.close()
    // A grandchild may hold the pipes open for ever: what the child itself wrote is in them by now.
    outputDrain?.finish()
    errorDrain?.finish()
    let signal = code & 0x7f
    let ended = signal == 0 ? ProcessStatus.exited((code >> 8) & 0xff) : .killed(signal)
    status = ended
    for waiter in waiters { waiter.resume(returning: ended) }
    waiters = []
  }

  isolated deinit {
    watch?.cancel()
    if status == nil, diesWithParent {
      Glibc.kill(id, SIGKILL)
      waitpid(id, nil, 0)
    }
    close(handle)
  }
}
