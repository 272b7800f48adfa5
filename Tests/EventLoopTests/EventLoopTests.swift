import EventLoop
import Glibc
import Testing

@EventLoop
@Suite struct EventLoopTests {
  @Test func `A task isolated to the loop runs on its thread and may assume its isolation`() {
    #expect(EventLoop.assumeIsolated { 7 } == 7)
  }

  @Test func `A file descriptor that becomes readable calls back`() async {
    let (input, output) = pipe()
    defer { close(input) }
    var watch: FileWatch?
    let seen = await withCheckedContinuation { continuation in
      watch = FileWatch(input, .readable) { seen in
        watch?.cancel()
        continuation.resume(returning: seen)
      }
      _ = write(output, "x", 1)
    }
    #expect(seen.contains(.readable))
    close(output)
  }

  @Test func `The other end's hang-up is told without asking`() async {
    let (input, output) = pipe()
    defer { close(input) }
    var watch: FileWatch?
    let seen = await withCheckedContinuation { continuation in
      watch = FileWatch(input, []) { seen in
        watch?.cancel()
        continuation.resume(returning: seen)
      }
      close(output)
    }
    #expect(!seen.isDisjoint(with: .hangup))
  }

  @Test(arguments: [Timer.Clock.boot, .wall])
  func `A timer calls back once, not before its time`(clock: Timer.Clock) async {
    let due = clock.now + 20_000
    var timer: Timer?
    let fired = await withCheckedContinuation { continuation in
      timer = Timer(clock) { continuation.resume(returning: clock.now) }
      timer?.arm(at: due)
    }
    #expect(fired >= due)
    timer?.cancel()
  }

  @Test func `A disarmed timer stays silent`() async {
    var calls = 0
    let timer = Timer(.boot) { calls += 1 }
    timer.arm(after: .milliseconds(5))
    timer.disarm()
    var later: Timer?
    await withCheckedContinuation { continuation in
      later = Timer(.boot) { continuation.resume() }
      later?.arm(after: .milliseconds(20))
    }
    #expect(calls == 0)
    later?.cancel()
  }

  @Test func `What is handed over from one thread runs in that order`() async {
    await withCheckedContinuation { continuation in
      Task.detached {
        for number in 0..<100 { EventLoop.enqueue { Recorder.numbers.append(number) } }
        EventLoop.enqueue { continuation.resume() }
      }
    }
    #expect(Recorder.numbers == Array(0..<100))
  }

  private func pipe() -> (input: Int32, output: Int32) {
    var ends: [Int32] = [0, 0]
    Glibc.pipe(&ends)
    return (ends[0], ends[1])
  }
}

@EventLoop
private enum Recorder {
  static var numbers: [Int] = []
}
