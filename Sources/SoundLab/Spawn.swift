import EventLoop
import FoundationEssentials

/// A program to be started: what, with what, and where its output goes.
///
/// It is started in a session of its own, so it has no terminal, with every signal at its default, and with no
/// file open but the three standard ones. It is killed by the kernel when the test process ends, however that ends.
public struct Spawn: Sendable {
  /// Where the program's standard input comes from.
  public enum Input: Sendable {
    /// `/dev/null`
    case nothing
    /// An open file, which stays the caller's.
    case descriptor(Int32)
    /// Asked for more each time the program has read what was there; `nil` ends the input.
    case supplied(@Sendable @EventLoop () -> [UInt8]?)
    /// Nothing comes, and the end comes when ``ChildProcess/closeInput()`` is called or the test process is gone.
    case heldOpen

    /// These bytes, then the end.
    public static func bytes(_ bytes: [UInt8]) -> Input {
      let rest = Rest(bytes)
      return .supplied { rest.take() }
    }
  }

  /// Where what the program writes goes to.
  public enum Output: Sendable {
    /// Kept in memory: see ``ChildProcess/output`` and ``ChildProcess/errors``.
    case captured
    /// `/dev/null`
    case discarded
    /// Where the test process's own goes to.
    case inherited
    /// An open file, which stays the caller's.
    case descriptor(Int32)
    /// Handed over as it comes.
    case delivered(@Sendable @EventLoop ([UInt8]) -> Void)
  }

  /// A path, or a name to be looked for in the `PATH` of ``environment``.
  public var program: String
  public var arguments: [String]
  /// The whole environment: nothing is added to it.
  public var environment: [String: String]
  /// The working directory; `nil`: the test process's.
  public var directory: String?
  public var input: Input
  public var output: Output
  public var errors: Output
  /// Whether the kernel kills the program when the test process ends, and ``ChildProcess`` when it is released.
  public var diesWithParent = true

  public init(
    _ program: String, _ arguments: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment, directory: String? = nil,
    input: Input = .nothing, output: Output = .captured, errors: Output = .captured
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.input = input
    self.output = output
    self.errors = errors
  }

  /// Starts the program and leaves it running.
  ///
  /// - Throws: ``LabError`` if there is no such program or the system cannot start one.
  @EventLoop public func start() throws(LabError) -> ChildProcess {
    try ChildProcess(self)
  }

  /// Runs the program to its end.
  ///
  /// - Throws: ``LabError`` if there is no such program or the system cannot start one; never for how it ends.
  @EventLoop public func run() async throws(LabError) -> FinishedProcess {
    let process = try start()
    let status = await process.wait()
    return FinishedProcess(
      status: status, output: process.output, errors: process.errors, peakMemory: process.peakMemory)
  }
}

/// How a program ended.
public enum ProcessStatus: Equatable, Sendable {
  case exited(Int32)
  /// By this signal.
  case killed(Int32)

  public static let success = ProcessStatus.exited(0)
}

/// What is left of a program that was run to its end.
public struct FinishedProcess: Sendable {
  public let status: ProcessStatus
  public let output: [UInt8]
  public let errors: [UInt8]
  /// See ``ChildProcess/peakMemory``.
  public let peakMemory: Int

  public var outputText: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// Bytes that can be taken once.
@EventLoop
private final class Rest {
  private var bytes: [UInt8]?

  nonisolated init(_ bytes: [UInt8]) { self.bytes = bytes }

  func take() -> [UInt8]? {
    defer { bytes = nil }
    return bytes
  }
}
