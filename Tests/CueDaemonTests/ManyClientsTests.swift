import Cue
import CueInterface
import EventLoop
import SoundLab
import Testing

extension OnDebiansPulseAudio {
  @Suite struct ManyClientsTests {
    @Test func `Ten cues of ten clients at once are heard one after another, and the music comes back once`()
      async throws
    {
      try await undisturbed(attempts: 3) {
        let heard = try await hearOverMusic { daemon, _ in
          let monitor = try await Monitoring(daemon)
          let events = (1...10).map { Event.say("\($0)", chime: "tick") }
          var clients: [CueClient] = []
          for _ in events { clients.append(try await daemon.connect()) }
          let cues = zip(events, clients).map { SentCue(WireCue(id: "same", event: $0), over: $1) }
          for cue in cues { try await cue.untilPlayed() }
          let accepted = monitor.changes.filter { $0.state == .queued }.map(\.cue.event)
          #expect(Set(accepted) == Set(events))
          return accepted
        }

        let sounds = try await rendered(heard.outcome)
        let faults = heard.faults(expecting: sounds)
        try #require(faults.isEmpty, "\(faults) \(heard.file)")
        let places = try #require(heard.places(of: sounds))
        return (heard, heard.faultsOfMusic(downIn: [places.first!.lowerBound..<places.last!.upperBound]))
      }
    }
  }
}
