import CLinux
import CSystemd
import Glibc
import Synchronization

/// The process's one event loop, as an actor: sockets, timers, signals and the sound server's connection all
/// report here, on one thread of its own, one after the other.
///
/// It is systemd's sd-event underneath. A callback from it is already isolated to this actor, and a task that is
/// isolated to it runs on the loop's thread: nothing in between can race, and nothing wakes while nothing happens.
@globalActor
public actor EventLoop {
  public static let shared = EventLoop()

  nonisolated let executor = LoopExecutor()

  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init() {}

  /// Runs `body` as isolated to the loop, where the caller knows that it already is: in the callbacks of C libraries
  /// that live on the loop's thread.
  ///
  /// Nothing changes threads, so `input` and the result need not be `Sendable`. Stops the program when called
  /// anywhere else.
  public static func assumeIsolated<Input, Result>(
    passing input: Input, file: StaticString = #fileID, line: UInt = #line,
    _ body: @EventLoop (Input) throws -> Result
  ) rethrows -> Result {
    precondition(
      shared.executor.isCurrent, "only callbacks of the event loop may enter it without waiting", file: file, line: line
    )
    return try withoutActuallyEscaping(body) { body in
      try unsafeBitCast(body, to: ((Input) throws -> Result).self)(input)
    }
  }

  /// ``assumeIsolated(passing:file:line:_:)`` without an input.
  public static func assumeIsolated<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: @EventLoop () throws -> Result
  ) rethrows -> Result {
    try assumeIsolated(passing: (), file: file, line: line) { _ in try body() }
  }

  /// Runs `body` on the loop's thread, after all that was handed to it before from this thread.
  public static func enqueue(_ body: @escaping @Sendable @EventLoop () -> Void) {
    Task { @EventLoop in body() }
  }

  /// The sd-event loop itself, for libraries that attach to one.
  @EventLoop public static var handle: OpaquePointer { shared.executor.handle }

  /// Tells systemd's watchdog from now on that the loop turns, where this process is watched by it (`WatchdogSec=`).
  @EventLoop public static func answerWatchdog() { sd_event_set_watchdog(handle, 1) }
}

/// Runs the actor's jobs on the thread that runs the sd-event loop.
final class LoopExecutor: SerialExecutor {
  private struct Pending {
    var jobs: [UnownedJob] = []
    var started = false
  }

  private let pending = Mutex(Pending())
  private let wakeup = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
  /// The loop's thread; 0 before it runs.
  private let thread = Atomic<pthread_t>(0)
  /// Touched by the loop's thread alone.
  private nonisolated(unsafe) var loop: OpaquePointer?

  var handle: OpaquePointer {
    guard let loop else { preconditionFailure("the loop's handle was asked for before the loop ran") }
    return loop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let start = pending.withLock { pending in
      pending.jobs.append(job)
      defer { pending.started = true }
      return !pending.started
    }
    if start {
      startThread()
    } else {
      eventfd_write(wakeup, 1)
    }
  }

  func checkIsolated() {
    precondition(isCurrent, "not on the event loop's thread")
  }

  func isIsolatingCurrentContext() -> Bool? { isCurrent }

  var isCurrent: Bool { thread.load(ordering: .relaxed) == pthread_self() }

  private func startThread() {
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<LoopExecutor>.fromOpaque(context!).takeUnretainedValue().run()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    precondition(error == 0, "no thread for the event loop: \(String(cString: strerror(error)))")
  }

  private func run() {
    thread.store(pthread_self(), ordering: .relaxed)
    precondition(sd_event_new(&loop) >= 0, "no event loop")
    var source: OpaquePointer?
    let added = sd_event_add_io(
      loop, &source, wakeup, UInt32(EPOLLIN.rawValue),
      { _, _, _, context in
        Unmanaged<LoopExecutor>.fromOpaque(context!).takeUnretainedValue().runJobs()
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    precondition(added >= 0, "the event loop cannot watch its own wakeup")
    eventfd_write(wakeup, 1)
    let result = sd_event_loop(loop)
    preconditionFailure("the event loop ended: \(result)")
  }

  private func runJobs() {
    var count: eventfd_t = 0
    eventfd_read(wakeup, &count)
    let jobs = pending.withLock { pending in
      defer { pending.jobs.removeAll(keepingCapacity: true) }
      return pending.jobs
    }
    for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
