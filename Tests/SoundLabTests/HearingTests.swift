import EventLoop
import Glibc
import SoundLab
import Testing

@EventLoop
@Suite(.serialized) struct HearingTests {
  @Test(arguments: [SoundServer.Kind.pulse, .pipewire], [Music.Latency.low, .deep])
  func `Music is heard on the left alone, as loud as it is played`(
    kind: SoundServer.Kind, latency: Music.Latency
  ) async throws {
    let server = try await SoundServer.start(kind)
    let recorder = try await Recorder.start(on: server)
    let music = try await Music.play(on: server, amplitude: 6_000, latency: latency)
    try await Task.sleep(for: .milliseconds(600))
    let recording = try await recorder.stop()
    await music.stop()
    await server.stop()

    let heard = try #require(recording.firstSound(of: .music))
    let steady = heard + 2_400..<heard + 12_000
    #expect((5_999...6_001).contains(recording.peak(of: .music, in: steady)))
    #expect(abs(median(recording.envelope(in: steady)) - 6_000) < 30)
    #expect(recording.peak(of: .cue, in: 0..<recording.count) <= 1)
  }

  @Test(arguments: [SoundServer.Kind.pulse, .pipewire])
  func `The music's volume is read as it was set, and heard`(kind: SoundServer.Kind) async throws {
    let server = try await SoundServer.start(kind)
    let recorder = try await Recorder.start(on: server)
    let music = try await Music.play(on: server)
    #expect(try await music.volume == [65_536, 65_536])
    try await Task.sleep(for: .milliseconds(500))
    let turnedDown = SuspendingClock.now
    try await music.setVolume(32_768)
    #expect(try await music.volume == [32_768, 32_768])
    try await Task.sleep(for: .milliseconds(500))
    let recording = try await recorder.stop()
    await music.stop()
    await server.stop()

    let before = recording.position(at: turnedDown) - 2_400
    let loud = median(recording.envelope(in: before - 9_600..<before))
    let quiet = median(recording.envelope(in: recording.count - 12_000..<recording.count - 2_400))
    // Half of a PulseAudio volume is an eighth of the amplitude.
    #expect(abs(quiet / loud - 0.125) < 0.001)
  }

  @Test(arguments: [SoundServer.Kind.pulse, .pipewire])
  func `A sound is found to the sample, none lost at either end`(kind: SoundServer.Kind) async throws {
    let server = try await SoundServer.start(kind)
    let recorder = try await Recorder.start(on: server)
    let music = try await Music.play(on: server)
    // PulseAudio loses the first 2 ms of a stream.
    let sound = [Int16](repeating: 0, count: 480) + noise(count: 2_400)
    // On a busy machine a server that has no real-time priority drops out in the middle of a sound, but not each time.
    var plays = 0
    var matches: [Match] = []
    repeat {
      try await play(sound, on: server)
      plays += 1
      matches = recorder.recording.find(sound, tolerance: kind == .pipewire ? 1 : 0)
    } while plays < 20 && !matches.contains(where: \.isWhole)
    let recording = try await recorder.stop()
    await music.stop()
    await server.stop()

    #expect(matches.count <= plays)
    let whole = matches.filter(\.isWhole)
    try #require(!whole.isEmpty, "\(matches)")
    let correlation = try #require(recording.correlation(with: sound))
    #expect(whole.map(\.position).contains(correlation.position))
    #expect(correlation.value > 0.999)
  }

  @Test(arguments: [SoundServer.Kind.pulse, .pipewire])
  func `Music is heard between its start and its death, by the recording's clock`(kind: SoundServer.Kind) async throws {
    let server = try await SoundServer.start(kind)
    let recorder = try await Recorder.start(on: server)
    let started = SuspendingClock.now
    let music = try await Music.play(on: server)
    try await Task.sleep(for: .milliseconds(300))
    let killed = SuspendingClock.now
    await music.kill()
    try await Task.sleep(for: .milliseconds(300))
    let recording = try await recorder.stop()
    #expect(try await music.stream == nil)
    await server.stop()

    let sounds = try #require(recording.stretches(of: .music).first)
    #expect(recording.time(of: sounds.lowerBound) > started)
    // The room is for a server that drops out just then.
    #expect(recording.time(of: sounds.upperBound) > killed - .milliseconds(50))
    #expect(sounds.upperBound < recording.count - 2_400)
  }

  @Test(arguments: [SoundServer.Kind.pulseNoRewind, .pipewire])
  func `A deep recording hears what a low one hears`(kind: SoundServer.Kind) async throws {
    let server = try await SoundServer.start(kind)
    let recorder = try await Recorder.start(on: server, latency: .deep)
    let music = try await Music.play(on: server)
    try await Task.sleep(for: .milliseconds(500))
    let recording = try await recorder.stop()
    await music.stop()
    await server.stop()
    let sounds = try #require(recording.stretches(of: .music).last)
    #expect((7_999...8_001).contains(recording.peak(of: .music, in: sounds)))
  }

  @Test func `A deep recording of what is taken back unheard is refused`() async throws {
    let server = try await SoundServer.start(.pulse)
    let error = await #expect(throws: LabError.self) { try await Recorder.start(on: server, latency: .deep) }
    #expect(error?.code == .unsuitable)
    await server.stop()
  }

  @Test func `The user's ducking is heard around a cue of its role`() async throws {
    let server = try await SoundServer.start(.pulseDuck)
    let recorder = try await Recorder.start(on: server)
    let music = try await Music.play(on: server)
    try await Task.sleep(for: .seconds(1))
    try await play(noise(count: 24_000), role: "a11y", on: server)
    try await Task.sleep(for: .seconds(1))
    let recording = try await recorder.stop()
    await music.stop()
    await server.stop()

    let cue = try #require(recording.stretches(of: .cue).first)
    let timing = try #require(recording.duckTiming(around: cue))
    #expect(abs(timing.duck.level + 20) < 0.2)
    #expect(timing.duck.range.overlaps(cue))
  }

  @Test func `Debian's corking is heard around a telephone's sound`() async throws {
    let server = try await SoundServer.start(.pulseCork)
    let recorder = try await Recorder.start(on: server)
    let music = try await Music.play(on: server)
    try await Task.sleep(for: .seconds(1))
    try await play(noise(count: 24_000), role: "phone", on: server)
    try await Task.sleep(for: .seconds(1))
    let recording = try await recorder.stop()
    await music.stop()
    await server.stop()

    let cue = try #require(recording.stretches(of: .cue).first)
    #expect(recording.rms(of: .music, in: cue.lowerBound + 4_800..<cue.upperBound - 4_800) < 1)
  }

  @Test func `A player that is muted is not heard`() async throws {
    let server = try await SoundServer.start(.pulse)
    let recorder = try await Recorder.start(on: server)
    let music = try await Music.play(on: server)
    try await music.setMute(true)
    try await Task.sleep(for: .milliseconds(300))
    let recording = try await recorder.stop()
    #expect(try await music.stream?.mute == true)
    await music.stop()
    await server.stop()
    #expect(recording.peak(of: .music, in: recording.count - 4_800..<recording.count) == 0)
  }

  /// Plays a sound on both channels, from a process of its own, to its end.
  private func play(_ sound: [Int16], role: String = "cue", on server: SoundServer) async throws {
    let arguments = ["--playback", "--raw", "--format=s16le", "--rate=48000", "--channels=1"]
    let player = try await Spawn(
      "pacat", arguments + ["--property=media.role=\(role)"], environment: server.environment,
      input: .bytes(sound.withUnsafeBytes(Array.init))
    ).run()
    try #require(player.status == .success, "\(player.errorText)")
  }

  /// Where a busy machine drops out for a moment, this stays.
  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
