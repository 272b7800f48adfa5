import Cue
import EventLoop
import FoundationEssentials
import Glibc
import SoundLab

/// The nine weeks, run by couch5k on a private sound server, each workout disturbed at moments and in ways that chance
/// chooses, the same for the same seed.
@EventLoop
public final class NineWeeks {
  public struct Options: Sendable {
    /// How many seconds of a workout go by in one second.
    public var speed: Double
    public var seed: UInt64
    /// How many workouts are run, from the first.
    public var workouts: Int
    /// How often each is disturbed at most.
    public var disturbances = 3

    public init(speed: Double, seed: UInt64, workouts: Int = 27) {
      (self.speed, self.seed, self.workouts) = (speed, seed, workouts)
    }
  }

  nonisolated let options: Options
  nonisolated let environment: [String: String]
  nonisolated let socket: String
  let log: CueLog
  private let server: SoundServer
  private var daemons: [ChildProcess]
  private var generator: Generator
  private let canJump: Bool

  /// Runs them.
  ///
  /// - Parameter report: gets what became of each, as soon as that is known.
  /// - Returns: how many workouts are done by the history.
  public static func run(_ options: Options, report: @EventLoop (RunReport) -> Void) async throws -> Int {
    let server = try await SoundServer.start(.pulse)
    do {
      let done = try await NineWeeks(options, on: server).run(report)
      await server.stop()
      return done
    } catch {
      await server.stop()
      throw error
    }
  }

  private init(_ options: Options, on server: SoundServer) async throws {
    self.options = options
    self.server = server
    environment = server.environment
    let socket = "\(server.directory)/run/io.cued"
    self.socket = socket
    generator = Generator(state: options.seed)
    let daemon = try Spawn(
      sibling("cued"), ["--socket", socket], environment: server.environment, output: .discarded, errors: .discarded
    ).start()
    daemons = [daemon]
    try await waitUntil("the daemon to listen") { access(socket, F_OK) == 0 }
    log = try await CueLog(socket: socket, journal: "\(server.directory)/run/cued/cues.journal")
    let probe = try? await Spawn("unshare", ["--time", "--boottime", "1", "--fork", "true"]).run()
    canJump = probe?.status == .success
  }

  /// One more, which goes on where the last one was; or leaves, where couch5k was faster.
  func startDaemon() async throws {
    daemons.append(
      try Spawn(
        sibling("cued"), ["--socket", socket], environment: environment, output: .discarded, errors: .discarded
      )
      .start())
    let (log, socket) = (log, socket)
    try await waitUntil("the daemon to be back") { await log.daemon(socket: socket) != nil }
  }

  private func run(_ report: @EventLoop (RunReport) -> Void) async throws -> Int {
    for workout in SpecifiedWorkout.all.prefix(options.workouts) { report(try await run(workout)) }
    // One that couch5k has started is in a session of its own.
    if let daemon = await log.daemon(socket: socket) { Glibc.kill(daemon, SIGTERM) }
    log.close()
    return try await done()
  }

  private func run(_ workout: SpecifiedWorkout) async throws -> RunReport {
    var trial = try await RunTrial.begin(workout, self, terminal: .random(using: &generator))
    let length = Double(workout.seconds) / options.speed
    for moment in moments(until: length) {
      await pause(for: .seconds(moment))
      guard !trial.hasEnded else { break }
      let next = Disturbance.any(terminal: trial.hasTerminal, jumping: canJump, using: &generator)
      try await trial.suffer(next, terminal: .random(using: &generator))
    }
    return try await trial.report()
  }

  /// When something happens, each counted from the one before, in seconds.
  private func moments(until end: Double) -> [Double] {
    let count = Int.random(in: 1...options.disturbances, using: &generator)
    let times = (0..<count).map { _ in Double.random(in: 0.1..<end, using: &generator) }.sorted()
    return zip(times, [0] + times).map { $0 - $1 }
  }

  private struct Plan: Decodable {
    struct Week: Decodable { let workouts: [Workout] }
    struct Workout: Decodable { let done: Bool }

    let weeks: [Week]
  }

  private func done() async throws -> Int {
    let result = try await Spawn(sibling("couch5k"), ["plan", "--json"], environment: environment).run()
    let plan = try JSONDecoder().decode(Plan.self, from: Data(result.output))
    return plan.weeks.flatMap(\.workouts).count { $0.done }
  }
}
