import Cue
import CueInterface
import EventLoop
import Glibc
import SoundLab
import Testing

private let transition = Event.transition(.run, .seconds(60))

/// What is heard of `couch5k` that is stopped a moment after it has begun, and when it should be heard.
private func hearWhileStopped() async throws -> Heard<SuspendingClock.Instant> {
  try await hear { daemon in
    let monitor = try await Monitoring(daemon)
    let workout = try Spawn(
      folderOfPrograms + "/couch5k", ["run", "--start-at", "4:56", "--socket", daemon.socket],
      environment: SoundServer.current.environment
    ).start()
    try await until("the first run to be sent ahead") { monitor.states(of: "transition-1") == [.scheduled] }
    workout.signal(SIGSTOP)
    let at = try #require(monitor.changes.first { $0.cue.id == "transition-1" }?.cue.at)
    let due = SuspendingClock.now + (at - WallTime(microseconds: Timer.Clock.wall.now))
    try await until("the first run to be heard") { monitor.states(of: "transition-1").last == .played }
    // It does not know yet, and finds that nothing is left to say.
    workout.signal(SIGCONT)
    try await until("the workout to go on") { workout.outputText.contains("transition-1") }
    workout.signal(SIGTERM)
    #expect(await workout.wait() == .killed(SIGTERM))
    try await until("what was still ahead to be taken back") { monitor.states(of: "warning-1").last == .cancelled }
    #expect(monitor.states(of: "transition-1") == [.scheduled, .queued, .playing, .played])
    return due
  }
}

extension OnPulseAudio {
  @Suite struct HeldUpWorkoutTests {
    @Test func `A transition is heard once and at its time though couch5k is stopped meanwhile`() async throws {
      let sounds = try await rendered([transition])
      try await undisturbed {
        let heard = try await hearWhileStopped()
        var faults = heard.faults(expecting: sounds)
        if let place = heard.places(of: sounds)?.first {
          let late = heard.recording.time(of: place.lowerBound) - heard.outcome
          // A busy machine may keep the daemon waiting.
          if !(.milliseconds(-20)...(.milliseconds(50)) ~= late) { faults.append("it was heard \(late) late") }
        }
        return (heard, faults)
      }
    }
  }
}
