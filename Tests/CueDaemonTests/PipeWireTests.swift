import Cue
import EventLoop
import SoundLab
import Testing

extension OnPipeWire {
  @Suite struct CueTests {
    @Test func `Cues are heard whole, the first and later ones, and the music is left alone`() async throws {
      let run = Event.transition(.run, .seconds(180))
      let sounds = try await rendered([run, run, run])
      try await undisturbed {
        let heard = try await hearOverMusic { daemon, music in
          let volume = try await music.volume
          for id in ["first", "second", "third"] {
            let cue = try await daemon.send(run, id: id)
            try await cue.untilPlayed()
            try await Task.sleep(for: .milliseconds(300))
          }
          #expect(try await music.volume == volume)
        }
        return (heard, heard.faults(expecting: sounds, tolerance: 1))
      }
    }

    @Test func `The status says that volumes are lowered, and why`() async throws {
      try await withDaemon { daemon in
        let output = try await daemon.status.output
        #expect(output.server?.contains("PipeWire") == true)
        #expect(output.sink == "out")
        #expect(output.ducking == "volume")
        #expect(output.reason.contains("PipeWire"))
      }
    }
  }
}
