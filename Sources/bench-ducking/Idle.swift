import DuckingLab
import EventLoop
import FoundationEssentials
import SoundLab

/// How often the sound server wakes while nothing sounds, with us connected and without.
@EventLoop
func measureIdle(_ effort: Effort) async throws {
  let table = Table(
    "Wake-ups of the sound server in \(effort.idle.components.seconds) s, twice each",
    [("set-up", 32), ("music", 12), ("without cued", 16), ("after a cue", 16)])
  _ = try await effort.forEach(of: [.pulseRole, .pulse, .pipeWire]) { setup in
    for latency in [nil, Music.Latency.deep] {
      try await Desktop.with(setup.kind) { desktop in
        if let latency { _ = try await desktop.startPlayer(.init(role: "music", latency: latency)) }
        // What a server has started with is over by then.
        try await Task.sleep(for: .seconds(3))
        let without = try await wakeups(of: desktop.server, effort)
        let cued = try await desktop.startCued(.init(ducking: setup.ducking))
        try await cued.play(.say("One two three.", chime: "bell"))
        try await Task.sleep(for: .seconds(3))
        let with = try await wakeups(of: desktop.server, effort)
        table.row(["\(setup)", latency?.title ?? "none", without, with])
      }
    }
    return 0
  }
}

/// How often its threads were switched to, in each of two periods.
@EventLoop
private func wakeups(of server: SoundServer, _ effort: Effort) async throws -> String {
  var counts: [Int] = []
  for _ in 0..<2 {
    let before = server.switches
    try await Task.sleep(for: effort.idle)
    // A thread that has ended meanwhile belongs to what went before.
    counts.append(server.switches.reduce(0) { sum, thread in sum + thread.value - (before[thread.key] ?? 0) })
  }
  return counts.map(String.init).joined(separator: ", ")
}

extension SoundServer {
  /// How often each of its threads has given up the processor, which is how often it was woken.
  fileprivate var switches: [String: Int] {
    var counts: [String: Int] = [:]
    for process in processIDs {
      for thread in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? [] {
        let status = (try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        counts[thread] = line.flatMap { Int($0.drop { !$0.isNumber }) }
      }
    }
    return counts
  }
}
