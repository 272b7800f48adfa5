import EventLoop
import Synchronization

/// Many messages from many clients: each is answered, in order, and the daemon grows by nothing.
@EventLoop
enum MessageSoak {
  private nonisolated static let clients = 50
  /// By then everything that is kept has its size.
  private static let warmup = 100_000
  /// In KiB.
  private static let mostGrowth = 1_024

  private final class Progress: Sendable {
    let messages = Atomic<Int>(0)
    let failure = Mutex<String?>(nil)
    let running = Atomic<Int>(MessageSoak.clients)
  }

  static func run(messages: Int) async throws -> Finding {
    let daemon = try await Daemon.startWithoutSound()
    let descriptors = daemon.descriptors
    let progress = Progress()
    let begin = ContinuousClock.now
    for number in 0..<clients { start(number, daemon.socket, progress, until: messages) }

    var memory: [Int] = []
    while progress.running.load(ordering: .relaxed) > 0 {
      try await Task.sleep(for: .milliseconds(20))
      if progress.messages.load(ordering: .relaxed) >= warmup * (memory.count + 1) { memory.append(daemon.memory) }
      guard !daemon.hasEnded else { throw SoakError("cued has ended") }
    }
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    if let failure = progress.failure.withLock({ $0 }) { throw SoakError(failure) }
    try await Task.sleep(for: .milliseconds(500))
    memory.append(daemon.memory)
    let left = try await descriptorsLeft(of: daemon, before: descriptors)
    let growth = memory.max()! - memory[0]
    let count = progress.messages.load(ordering: .relaxed)
    await daemon.stop()
    return Finding(
      all: [
        Finding(
          "\(count) messages from \(clients) clients in \(Int(seconds)) s", limit: "each answered, in order",
          isKept: true),
        Finding(
          "memory, in KiB at every \(warmup) messages: \(memory)", limit: "at most \(mostGrowth) more than at first",
          isKept: growth <= mostGrowth),
        Finding(
          "descriptors left: \(left.isEmpty ? "none" : left.joined(separator: ", "))", limit: "none may be",
          isKept: left.isEmpty),
      ])
  }

  /// What it has open in the end that it had not before, when it has had time to close it.
  private static func descriptorsLeft(of daemon: Daemon, before: [String]) async throws -> [String] {
    var left: [String] = []
    for _ in 0..<50 {
      left = daemon.descriptors
      for name in before { if let index = left.firstIndex(of: name) { left.remove(at: index) } }
      if left.isEmpty { break }
      try await Task.sleep(for: .milliseconds(100))
    }
    return left
  }

  private static func start(_ number: Int, _ path: String, _ progress: Progress, until limit: Int) {
    startThread {
      defer { progress.running.subtract(1, ordering: .relaxed) }
      do throws(SoakError) {
        var client = try SoakClient(number, path: path)
        while progress.messages.load(ordering: .relaxed) < limit, progress.failure.withLock({ $0 == nil }) {
          progress.messages.add(try client.exchange(), ordering: .relaxed)
        }
      } catch {
        progress.failure.withLock { $0 = error.description }
      }
    }
  }
}
