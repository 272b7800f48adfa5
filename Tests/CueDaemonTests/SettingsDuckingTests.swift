import Cue
import EventLoop
import Settings
import SoundLab
import Testing

/// What is changed while the cue before plays and the cue itself waits; how loud the music is then, in dB.
private typealias Step = (changes: KeyValuePairs<String, String>, level: Double)

/// How other sound makes room, changed while cues play, and measured on the music.
extension OnPulseAudio {
  @Suite struct SettingsDuckingTests {
    @Test func `Strategy and depth are in force from the next cue on, and the music comes back as it was`()
      async throws
    {
      try await hear(
        [
          (["duck_db": "6"], -6), (["ducking": "volume"], -6), (["duck_db": "12"], -12), (["ducking": "off"], 0),
          (["ducking": "role", "duck_db": "20"], -20), (["role": "announcement"], -20), (["ducking": "auto"], -20),
        ], ducking: "role")
    }
  }
}

extension OnPipeWire {
  @Suite struct SettingsDuckingTests {
    @Test
    func `Strategy, depth, volume and voice are in force from the next cue on, and the music comes back as it was`()
      async throws
    {
      try await hear(
        [
          (["duck_db": "6"], -6), (["duck_db": "12", "volume": "50"], -12), (["ducking": "off", "volume": "100"], 0),
          (["ducking": "auto", "duck_db": "20", "voice": "en-gb"], -20), (["duck_db": "40"], -40),
        ], ducking: "volume")
    }
  }
}

/// Plays a cue with the settings that are there by default, and one for each step, and listens to them and the music.
///
/// - Parameter ducking: the strategy in force at the end.
private func hear(_ steps: [Step], ducking: String) async throws {
  let event = Event.say("Whatever plays makes room for this.", chime: "bell")
  var document = SettingsDocument()
  var cues = [(event, Settings())]
  for step in steps {
    for (name, text) in step.changes {
      let setting = try Setting.named(name)
      document.set(try setting.value(written: text), for: setting)
    }
    cues.append((event, document.settings()))
  }
  let sounds = try await rendered(cues)
  try await undisturbed {
    let heard = try await withoutSettings {
      try await hearOverMusic { daemon, music in
        let volume = try await music.volume
        var playing = try await daemon.send(event, id: "0")
        for (number, step) in steps.enumerated() {
          try await playing.until(.playing)
          let next = try await daemon.send(event, id: "\(number + 1)")
          try await daemon.set(step.changes)
          try await playing.untilPlayed()
          playing = next
        }
        try await playing.untilPlayed()
        try await Task.sleep(for: .milliseconds(200))
        #expect(try await daemon.status.output.ducking == ducking)
        return try await (before: volume, after: music.volume)
      }
    }
    guard let places = heard.places(of: sounds) else { return (heard, heard.faults(expecting: sounds)) }
    let (before, after) = heard.outcome
    var faults = before == after ? [] : ["the music's volume was \(before) and is \(after)"]
    for (number, (place, wanted)) in zip(places, [-20] + steps.map(\.level)).enumerated() {
      // The volumes take some 25 ms to go down.
      let level = heard.recording.level(
        of: .music, in: place.lowerBound + 4_800..<place.upperBound, against: heard.before)
      if abs(level - wanted) > 0.5 { faults.append("cue \(number): the music is at \(level) dB, not \(wanted)") }
    }
    let end = heard.recording.level(
      of: .music, in: heard.recording.count - 4_800..<heard.recording.count, against: heard.before)
    if abs(end) > 0.5 { faults.append("the music ends at \(end) dB") }
    return (heard, faults)
  }
}
