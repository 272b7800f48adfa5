import Cue
import CueInterface
import EventLoop
import Glibc
import SoundLab

/// Clients that do everything wrong, as a process of their own, and what they do to another's cues.
enum BadNeighbours {
  static let name = "neighbours"
  /// As many as there may be clients; the well-behaved one is there before them.
  private static let count = 64

  /// Has 64 of them misbehave, for as long as it is not killed.
  static func run(at path: String) -> Never {
    for number in 0..<count {
      startThread {
        while true {
          // One of them is turned away always, for which there is no room.
          if let connection = try? RawConnection(path) { misbehave(number, connection) }
          usleep(100_000)
        }
      }
    }
    while true { pause() }
  }

  private static func misbehave(_ number: Int, _ connection: RawConnection) {
    let status = Array(#"{"method":"io.cued.Cues.GetStatus"}"#.utf8) + [0]
    switch number % 4 {
    case 0:
      // Asks for ever, and never reads.
      if number % 8 == 0 { connection.send(Array(#"{"method":"io.cued.Cues.Monitor","more":true}"#.utf8) + [0]) }
      while connection.send(status) {}
    case 1:
      for byte in status where connection.send([byte]) { sleep(1) }
    case 2:
      connection.send([UInt8](repeating: 0x78, count: 10_000_000))
    default:
      connection.send(status + status[..<20])
      usleep(useconds_t(number) * 10_000)
    }
  }

  @EventLoop
  static func measure(cues: Int) async throws -> Finding {
    let server = try await SoundServer.start(.pulse)
    let daemon = try await Daemon.start(on: server)
    let client = try await CueClient.connect(to: daemon.socket, starting: false)
    let alone = try await delays(of: cues, by: client, on: server, name: "alone")
    let neighbours = try Spawn(
      try sibling("soak"), [name, daemon.socket], output: .discarded, errors: .discarded
    ).start()
    // Those that were hung up on, or hang up, are away for a moment.
    try await waitUntil("most of the neighbours to be there") {
      ((try? await client.status().connections) ?? 0) > count / 2
    }
    let beside = try await delays(of: cues, by: client, on: server, name: "beside")
    await neighbours.kill()
    client.close()
    await daemon.stop()
    await server.stop()
    let usual = alone[alone.count / 2]
    let worst = beside.map { abs($0 - usual) }.max()!
    return Finding(
      "ms until a cue is heard: alone \(range(alone)), beside \(count) bad neighbours \(range(beside))",
      limit: "each within 10 of the median alone", isKept: worst <= 10)
  }

  /// The least, the median and the most, in tenths.
  private static func range(_ sorted: [Double]) -> String {
    [sorted[0], sorted[sorted.count / 2], sorted[sorted.count - 1]].map { "\(($0 * 10).rounded() / 10)" }
      .joined(separator: " – ")
  }

  /// From sending a cue to its first audible sample, in ms, sorted. One every 2 s.
  @EventLoop
  private static func delays(
    of cues: Int, by client: CueClient, on server: SoundServer, name: String
  ) async throws -> [Double] {
    var delays: [Double] = []
    for number in 0..<cues {
      let next = SuspendingClock.now + .seconds(2)
      let recorder = try await Recorder.start(on: server)
      let moment = SuspendingClock.now
      _ = try await client.play(WireCue(id: "\(name)-\(number)", event: .halfway))
      try await waitUntil("the cue to end") { (try? await client.status().playing) == .some(nil) }
      let recording = try await recorder.stop()
      guard let first = recording.firstSound(of: .cue) else { throw SoakError("a cue was not heard") }
      delays.append((recording.time(of: first) - moment) / .milliseconds(1))
      try await Task.sleep(until: next, clock: .suspending)
    }
    return delays.sorted()
  }
}
