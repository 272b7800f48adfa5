import Cue
import EventLoop
import FoundationEssentials
import Testing

/// A daemon that has played a cue must not wake while nobody asks it for anything.
private func checkIdle() async throws {
  try await withDaemon { daemon in
    try await daemon.send(.halfway).untilPlayed()
    // What follows a cue, such as the long target length, is done by then; a clock that ticks goes on.
    try await Task.sleep(for: .seconds(2))
    let before = try wakeups(of: daemon)
    try await Task.sleep(for: .seconds(3))
    #expect(try wakeups(of: daemon) == before)
  }
}

/// How often each thread of the daemon has waited for something.
private func wakeups(of daemon: DaemonProcess) throws -> [String: String] {
  let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.id)/task")
  return try threads.reduce(into: [:]) { wakeups, thread in
    let status = try String(contentsOfFile: "/proc/\(daemon.id)/task/\(thread)/status", encoding: .utf8)
    wakeups[thread] = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }.map(String.init)
  }
}

extension OnPulseAudioWithoutRewinding {
  @Suite struct IdleTests {
    @Test func `An idle daemon does not wake`() async throws { try await checkIdle() }
  }
}

extension OnPipeWire {
  @Suite struct IdleTests {
    @Test func `An idle daemon does not wake`() async throws { try await checkIdle() }
  }
}
