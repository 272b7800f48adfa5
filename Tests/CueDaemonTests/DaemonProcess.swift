import Cue
import CueInterface
import EventLoop
import FoundationEssentials
import Glibc
import SoundLab
import Testing

/// Where the built programs are: beside the one that runs the tests.
let folderOfPrograms: String = {
  let tests = try! FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return String(tests[..<tests.lastIndex(of: "/")!])
}()

let cued = folderOfPrograms + "/cued"

/// A daemon in a process of its own, as a client of a test's sound server.
@EventLoop
final class DaemonProcess {
  nonisolated let socket: String
  private let process: ChildProcess

  nonisolated var id: pid_t { process.id }

  private init(on server: SoundServer, socket name: String, _ options: [String]) throws {
    socket = "\(server.directory)/run/\(name)"
    let words = ["--socket", socket] + options
    process = try Spawn(cued, words, environment: server.environment, output: .discarded).start()
  }

  /// Starts it, and waits until it answers.
  ///
  /// - Parameters:
  ///   - heir: it goes on where the one before it was; else it knows of no cue.
  ///   - options: more of its command line.
  static func start(
    on server: SoundServer, asHeir heir: Bool = false, socket: String = "io.cued", options: [String] = []
  ) async throws -> DaemonProcess {
    if !heir { unlink(server.cueJournal) }
    let daemon = try DaemonProcess(on: server, socket: socket, options)
    try await until("cued to listen") {
      guard daemon.process.status == nil else { throw Failure("cued ended: \(daemon.log)") }
      return await (try? daemon.connect()) != nil
    }
    return daemon
  }

  func connect() async throws -> CueClient { try await CueClient.connect(to: socket, starting: false) }

  var status: Cues.GetStatus.Reply {
    get async throws { try await connect().status() }
  }

  /// What it has logged so far.
  var log: String { process.errorText }

  /// Waits until it can play and speak; a cue that comes before waits too, and is heard later than it might be.
  func untilItIsReady() async throws {
    let client = try await connect()
    try await until("cued to find a sound server and a voice") {
      let status = try await client.status()
      return status.output.server != nil && status.voice != nil
    }
  }

  /// Sends a cue over a connection of its own, waits until it is answered, and follows it.
  func send(_ cue: WireCue) async throws -> SentCue {
    let sent = SentCue(cue, over: try await connect())
    try await until("\(cue.id) to be answered") { !sent.told.isEmpty || sent.hasEnded }
    return sent
  }

  /// Sends an event as a cue, as ``send(_:)`` does.
  func send(_ event: Event, id: String = "cue", session: String? = nil) async throws -> SentCue {
    try await send(WireCue(id: id, session: session, event: event))
  }

  /// Asks it to leave, as systemd does, and waits until it has.
  func terminate() async -> ProcessStatus {
    process.signal(SIGTERM)
    return await process.wait()
  }

  func kill() async { await process.kill() }

  func signal(_ number: Int32) { process.signal(number) }
}

extension SoundServer {
  /// The settings file of a daemon that is its client.
  nonisolated var settingsFile: String { "\(directory)/home/.config/cued/settings.json" }

  /// Where a daemon that is its client journals its cues.
  nonisolated var cueJournal: String { "\(directory)/run/cued/cues.journal" }
}

/// Runs a daemon that can play while `body` runs; then it must leave as it is asked to.
@EventLoop
func withDaemon<Result: Sendable>(
  on server: SoundServer = .current, _ body: @EventLoop (DaemonProcess) async throws -> Result
) async throws -> Result {
  let daemon = try await DaemonProcess.start(on: server)
  do {
    try await daemon.untilItIsReady()
    let result = try await body(daemon)
    #expect(await daemon.terminate() == .success, "\(daemon.log)")
    return result
  } catch {
    await daemon.kill()
    throw error
  }
}
