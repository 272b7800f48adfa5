import Cue
import CueInterface
import EventLoop
import SoundLab
import Testing

private let short = Event.say("Yes.", chime: nil)
private let long = Event.say(
  "This is a sentence that takes longer than anybody waits who has told the daemon to leave.", chime: nil)

extension OnPulseAudio {
  /// What a daemon does that is told to leave while it plays.
  @EventLoop @Suite struct LeavingTests {
    @Test func `A cue that ends within a second is heard to its end, and the one after it by the next daemon`()
      async throws
    {
      let server = SoundServer.current
      let recorder = try await Recorder.start(on: server)
      let heard = try await record(with: recorder) {
        let daemon = try await DaemonProcess.start(on: server)
        try await daemon.untilItIsReady()
        let first = try await daemon.send(WireCue(id: "first", session: "leaving", event: short))
        let second = try await daemon.send(WireCue(id: "second", session: "leaving", event: short))
        try await first.until(.playing)
        #expect(await daemon.terminate() == .success)
        #expect(first.states.last == .played)
        #expect(second.states == [.queued])

        let heir = try await DaemonProcess.start(on: server, asHeir: true)
        #expect(try await heir.send(WireCue(id: "first", session: "leaving", event: short)).states == [.played])
        try await heir.send(WireCue(id: "second", session: "leaving", event: short)).untilPlayed()
        #expect(await heir.terminate() == .success)
      }
      let found = heard.recording.find(try await rendered([short])[0].samples).map(\.isWhole)
      #expect(found == [true, true], "\(heard.file)")
    }

    @Test func `A cue that takes longer is stopped, and heard whole from the next daemon`() async throws {
      let server = SoundServer.current
      let recorder = try await Recorder.start(on: server)
      let heard = try await record(with: recorder) {
        let daemon = try await DaemonProcess.start(on: server)
        try await daemon.untilItIsReady()
        let stopped = try await daemon.send(WireCue(id: "long", session: "leaving", event: long))
        try await stopped.until(.playing)
        #expect(await daemon.terminate() == .success)
        #expect(stopped.states.last == .playing)

        let heir = try await DaemonProcess.start(on: server, asHeir: true)
        try await heir.send(WireCue(id: "long", session: "leaving", event: long)).untilPlayed()
        #expect(await heir.terminate() == .success)
      }
      let found = heard.recording.find(try await rendered([long])[0].samples).filter(\.isWhole)
      #expect(found.count == 1, "\(heard.file)")
    }
  }
}
