import EventLoop
import SoundLab

/// How much is measured.
struct Effort: Sendable {
  var depths: [Int]
  var latencies: [Music.Latency]
  var cues: Int
  var randomCues: Int
  var daemonKills: Int
  var serverKills: Int
  var wholeCues: Int
  var punctualCues: Int
  var idle: Duration
  /// The only server to measure on; nil: on all.
  var server: SoundServer.Kind?

  static let full = Effort(
    depths: [6, 12, 20, 40], latencies: [.low, .deep], cues: 4, randomCues: 200, daemonKills: 100, serverKills: 20,
    wholeCues: 100, punctualCues: 200, idle: .seconds(60))
  static let quick = Effort(
    depths: [20], latencies: [.low], cues: 2, randomCues: 6, daemonKills: 2, serverKills: 1, wholeCues: 1,
    punctualCues: 12,
    idle: .seconds(2))

  func among(_ setups: [Setup]) -> [Setup] { setups.filter { server == nil || server == $0.kind } }

  /// Does something on every set-up, on all at once, and adds up what was wrong: for what is no matter of time.
  @EventLoop
  func forEach(of setups: [Setup], _ body: @escaping @EventLoop (Setup) async throws -> Int) async throws -> Int {
    let tasks = among(setups).map { setup in Task { @EventLoop in try await body(setup) } }
    var wrong = 0
    for task in tasks { wrong += try await task.value }
    return wrong
  }
}
