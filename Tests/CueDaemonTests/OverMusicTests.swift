import Cue
import EventLoop
import SoundLab
import Testing

private let run = Event.transition(.run, .seconds(180))

/// Plays three cues over music with a daemon that has just started, and checks all that a person would notice.
///
/// - Parameter ducking: the strategy that the daemon must choose.
private func checkCuesOverMusic(ducking: String) async throws {
  let sounds = try await rendered([run, run, run])
  try await undisturbed(attempts: 3) {
    let heard = try await hearOverMusic { daemon, music in
      let volume = try await music.volume
      #expect(try await daemon.status.output.ducking == ducking)
      for id in ["first", "second", "third"] {
        let cue = try await daemon.send(run, id: id)
        try await cue.until(.playing)
        #expect(try await music.stream?.corked == false)
        try await cue.untilPlayed()
        #expect(cue.states == [.queued, .playing, .played])
        try await Task.sleep(for: .milliseconds(400))
      }
      #expect(try await music.volume == volume)
      #expect(try await music.stream?.mute == false)
    }
    // Of a cue PulseAudio loses nothing, however busy the machine is. The music's player may starve.
    let faults = heard.faults(expecting: sounds)
    try #require(faults.isEmpty, "\(faults) \(heard.file)")
    return (heard, heard.faultsOfMusic(downIn: try #require(heard.places(of: sounds))))
  }
}

extension OnPulseAudio {
  @Suite struct OverMusicTests {
    @Test func `Cues are heard whole, and the music is down for exactly as long`() async throws {
      try await checkCuesOverMusic(ducking: "role")
    }
  }
}

extension OnDebiansPulseAudio {
  @Suite struct OverMusicTests {
    @Test func `Cues are heard whole, and the music is down for exactly as long and never paused`() async throws {
      try await checkCuesOverMusic(ducking: "role")
    }
  }
}

extension OnDuckingPulseAudio {
  @Suite struct OverMusicTests {
    @Test func `Cues are heard whole, and the music is down for exactly as long, as its user has set it up`()
      async throws
    {
      try await checkCuesOverMusic(ducking: "server")
    }
  }
}

extension OnPulseAudioWithoutRewinding {
  @Suite struct OverMusicTests {
    @Test func `Cues are heard whole, and the music is down for exactly as long, also on an output that cannot rewind`()
      async throws
    {
      try await checkCuesOverMusic(ducking: "role")
    }
  }
}
