import Cue
import EventLoop
import Glibc
import Sound
import SoundLab
import Testing

private let next = Event.say("This one is heard whole.", chime: nil)

extension OnDebiansPulseAudio {
  /// What espeak-ng does wrong costs one sentence, and never the next.
  @Suite struct DifficultSpeechTests {
    @Test func `A text that crashes espeak-ng costs no other cue`() async throws {
      let heard = try await hear { daemon in
        let crash = try await daemon.send(.say(String(repeating: "..a", count: 500), chime: nil), id: "crash")
        // Versions of espeak-ng that speak it are welcome, but nobody waits for its end.
        for _ in 0..<50 where !crash.hasEnded { try await Task.sleep(for: .milliseconds(100)) }
        if !crash.hasEnded { _ = try await daemon.connect().cancel(.all(session: nil)) }
        let end = try await crash.end()
        #expect(end.state != .failed || end.reason?.contains("the speech process") == true, "\(end)")
        try await daemon.send(next, id: "next").untilPlayed()
        return end.state
      }
      let sound = try await rendered([next])[0]
      let heardLast = try #require(heard.recording.stretches(of: .cue, threshold: 0, gap: .milliseconds(280)).last)
      if heard.outcome == .failed {
        #expect(heard.place(of: sound, audibleFrom: heardLast.lowerBound) != nil, "\(heard.file)")
      }
    }

    @Test func `A worker that dies in the middle of a text costs this text, but not its chime`() async throws {
      try await expectFailure(reason: "the speech process was ended by SIGKILL") { worker in
        Glibc.kill(worker, SIGKILL)
      }
    }

    @Test func `A worker that stands still is replaced, and costs the text but not its chime`() async throws {
      try await expectFailure(reason: "the speech process did not answer for 2 s") { _ in }
    }

    /// Stops the worker before a cue, does something to it during the cue, and plays another cue.
    private func expectFailure(
      reason: String, during cue: @escaping @Sendable (pid_t) -> Void
    ) async throws {
      let heard = try await hear { daemon in
        let worker = try #require(daemon.speechWorker)
        Glibc.kill(worker, SIGSTOP)
        let text = String(repeating: "This is never said. ", count: 90)
        let failing = try await daemon.send(.say(text, chime: "bell"), id: "failing")
        try await failing.until(.playing)
        cue(worker)
        #expect(try await failing.end() == .init(state: .failed, reason: reason))
        try await daemon.send(next, id: "next").untilPlayed()
        #expect(daemon.speechWorker != worker)
      }
      let sounds = [try #require(Chimes.builtIn("bell")), try await rendered([next])[0]]
      let faults = heard.faults(expecting: sounds)
      #expect(faults.isEmpty, "\(faults) \(heard.file)")
    }
  }
}
