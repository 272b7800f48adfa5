import Cue
import CueInterface
import EventLoop
import FoundationEssentials
import Glibc
import SoundLab

/// cued in a process of its own, on a private sound server, and a client of it.
@EventLoop
public final class CuedProcess {
  public struct Options: Sendable {
    /// The value of `--ducking`.
    public var ducking: String
    /// The value of `--duck-db`, in dB.
    public var depth: Int
    /// The value of `--wake-ms`; nil: none is given.
    public var wake: Duration?

    public init(ducking: String = "volume", depth: Int = 20, wake: Duration? = nil) {
      self.ducking = ducking
      self.depth = depth
      self.wake = wake
    }

    var arguments: [String] {
      let wake = wake.map { ["--wake-ms", "\(Int($0 / .milliseconds(1)))"] } ?? []
      return ["--ducking", ducking, "--duck-db", "\(depth)"] + wake
    }
  }

  public nonisolated var id: pid_t { process.id }
  private let process: ChildProcess
  private let client: CueClient
  private var cueCount = 0

  /// Starts it and waits until it answers, or until it could play.
  ///
  /// - Parameters:
  ///   - ready: wait until it has found the sound server.
  ///   - heir: it goes on where one that was killed was; else it knows of no cue.
  public static func start(
    on server: SoundServer, _ options: Options = Options(), untilReady ready: Bool = true, asHeir heir: Bool = false
  ) async throws -> CuedProcess {
    let arguments = options.arguments + ["--socket", server.cueSocket]
    // One that was killed leaves its socket, which nobody hears.
    unlink(server.cueSocket)
    // And its cues, which would be heard again.
    if !heir { unlink(server.cueJournal) }
    let process = try Spawn(program, arguments, environment: server.environment, output: .discarded).start()
    let client = try await connect(to: server, process)
    let cued = CuedProcess(process, client)
    while ready, try await cued.output.server == nil { try await Task.sleep(for: .milliseconds(5)) }
    return cued
  }

  /// Runs `cued --restore-volumes` to its end.
  public static func restoreVolumes(on server: SoundServer) async throws(LabError) -> FinishedProcess {
    try await Spawn(program, ["--restore-volumes"], environment: server.environment).run()
  }

  private init(_ process: ChildProcess, _ client: CueClient) {
    self.process = process
    self.client = client
  }

  private static func connect(to server: SoundServer, _ process: ChildProcess) async throws -> CueClient {
    var client: CueClient?
    try await waitUntil("cued to answer") { () async throws(LabError) in
      client = try? await CueClient.connect(to: server.cueSocket, starting: false)
      return client != nil || process.status != nil
    }
    guard let client else { throw CuedEnded(log: process.errorText) }
    return client
  }

  /// The built `cued`, beside the running program.
  public nonisolated static let program: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/cued"
  }()
}

// MARK: - Cues

extension CuedProcess {
  /// Words that last half a minute; nobody waits for their end.
  public nonisolated static let longCue = Event.say(
    repeatElement("one two three four five six seven eight nine ten", count: 10).joined(separator: ", "), chime: nil)

  /// Sends a cue, and returns when it is accepted.
  ///
  /// - Parameter time: when it is to be heard; nil: at once.
  public func send(_ event: Event, at time: WallTime? = nil) async throws(CueClientError) {
    var cue = cue(event)
    cue.at = time
    try await send(cue)
  }

  /// Sends a cue once, and returns when it is accepted. Where cued is killed before, nobody knows whether it was.
  public func send(_ cue: WireCue) async throws(CueClientError) { _ = try await client.play(cue) }

  /// Sends a cue, and returns its last state.
  @discardableResult
  public func play(_ event: Event) async throws -> Cues.Play.Reply? {
    var last: Cues.Play.Reply?
    for try await reply in client.follow(cue(event)) { last = reply }
    return last
  }

  /// Takes back all that plays or waits.
  public func cancel() async throws(CueClientError) { _ = try await client.cancel(.all(session: nil)) }

  /// Waits until nothing plays or waits.
  public func untilSilent() async throws {
    while case let status = try await client.status(), status.playing != nil || status.waiting > 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// How many cues wait.
  public var waiting: Int {
    get async throws(CueClientError) { try await client.status().waiting }
  }

  public func untilPlaying() async throws {
    while try await client.status().playing == nil { try await Task.sleep(for: .milliseconds(5)) }
  }

  public var output: Cues.Output {
    get async throws(CueClientError) { try await client.status().output }
  }

  private func cue(_ event: Event) -> WireCue {
    cueCount += 1
    return WireCue(id: "\(cueCount)", event: event)
  }
}

// MARK: - Its end

extension CuedProcess {
  public func kill() async { await process.kill() }

  public func signal(_ number: Int32) { process.signal(number) }

  /// Waits until it has ended.
  @discardableResult
  public func wait() async -> ProcessStatus { await process.wait() }

  /// Asks it to leave, and waits until it has.
  @discardableResult
  public func terminate() async -> ProcessStatus {
    signal(SIGTERM)
    return await wait()
  }

  /// Kills the process that speaks for it; cued starts another.
  public func killSpeechWorker() {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    for thread in threads {
      let children = try? String(contentsOfFile: "/proc/\(id)/task/\(thread)/children", encoding: .utf8)
      for child in (children ?? "").split(separator: " ").compactMap({ pid_t($0) }) { Glibc.kill(child, SIGKILL) }
    }
  }

  /// What it has logged so far.
  public var log: String { process.errorText }
}

extension SoundServer {
  nonisolated var cueSocket: String { "\(directory)/run/io.cued" }
  nonisolated var cueJournal: String { "\(directory)/run/cued/cues.journal" }

  /// Where cued, as this server's client, journals volumes while they are lowered.
  public nonisolated var volumeJournal: String { "\(environment["XDG_STATE_HOME"]!)/cued/volumes.json" }

  /// Whether some volume may not be the person's, as far as cued remembers.
  public nonisolated var hasVolumeJournal: Bool { access(volumeJournal, F_OK) == 0 }
}

/// cued ended where it should have gone on.
public struct CuedEnded: Error, CustomStringConvertible {
  let log: String

  public var description: String { "cued ended: \(log)" }
}
