/// What may happen to a run.
public enum Disturbance: Sendable {
  /// couch5k is killed, and goes on so much later.
  case kill(Duration)
  /// It is told to end, as by a closed terminal, and goes on later.
  case end(Duration)
  /// It does not run for so long, as where the machine is suspended.
  case freeze(Duration)
  /// It is killed, and until it goes on so many seconds more have gone by on its clock than in the world.
  case jump(Int)
  /// The runner pauses for so long.
  case pause(Duration)
  /// The runner pauses, then couch5k is killed, and goes on later.
  case pauseAndKill(Duration)
  /// The daemon is killed, is told to leave, or does not run for so long.
  case killDaemon(Duration)
  case endDaemon(Duration)
  case freezeDaemon(Duration)

  /// One of them, as likely as any other.
  ///
  /// - Parameters:
  ///   - terminal: whether there is a key to be pressed.
  ///   - jumping: whether clocks can be changed here.
  static func any(terminal: Bool, jumping: Bool, using generator: inout some RandomNumberGenerator) -> Disturbance {
    let short = Duration.milliseconds(Int.random(in: 50...2_500, using: &generator))
    // After 10 s the daemon gives up what a client had scheduled that has gone.
    let gap = Int.random(in: 0..<4, using: &generator) == 0 ? .seconds(10) + short : short
    var choices: [Disturbance] = [
      .kill(gap), .end(short), .freeze(short), .killDaemon(short / 2), .endDaemon(short / 2), .freezeDaemon(short / 2),
    ]
    if jumping { choices.append(.jump(Int.random(in: 1...3, using: &generator))) }
    if terminal { choices += [.pause(short), .pauseAndKill(gap), .pause(short / 4)] }
    return choices.randomElement(using: &generator)!
  }

  /// In a word or two.
  var name: String {
    switch self {
    case .kill: "killed"
    case .end: "ended"
    case .freeze: "frozen"
    case .jump: "clock jumped"
    case .pause: "paused"
    case .pauseAndKill: "killed while paused"
    case .killDaemon: "daemon killed"
    case .endDaemon: "daemon ended"
    case .freezeDaemon: "daemon frozen"
    }
  }
}

/// Random numbers that are the same each time (SplitMix64).
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = state
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return number ^ (number >> 31)
  }
}
