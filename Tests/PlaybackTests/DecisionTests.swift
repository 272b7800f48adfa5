import CPulseAudio
import Sound
import Testing

@testable import Playback

@Suite struct BackoffTests {
  @Test func `Attempts come 50 ms apart, then ever more rarely, at most every 5 s`() {
    var backoff = Backoff()
    let delays = (0..<9).map { _ in backoff.delay() }
    #expect(delays == [50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000].map { .milliseconds($0) })
    backoff.reset()
    #expect(backoff.delay() == .milliseconds(50))
  }
}

@Suite struct TimingTests {
  @Test func `The end is heard when what is held has been rendered and has passed the sink`() {
    let timing = Timing(written: 96_000, read: 48_000, sinkLatency: .milliseconds(20), age: .milliseconds(3))
    #expect(timing.held == Frames(24_000))
    #expect(timing.untilHeard == .milliseconds(517))
  }

  @Test func `An output that a person has set to be early is no later than now`() {
    var info = pa_timing_info()
    info.sink_usec = pa_usec_t(bitPattern: -200_000)
    #expect(Timing(info).sinkLatency == .zero)
  }

  @Test func `A server that is ahead of what was written holds nothing`() {
    let timing = Timing(written: 96_000, read: 96_400, sinkLatency: .milliseconds(20), age: .milliseconds(30))
    #expect(timing.held == .zero)
    #expect(timing.untilHeard == .milliseconds(-10))
  }
}

@Suite struct AudibilityTests {
  static func level(muted: Bool = false, percent: UInt32 = 100) -> VolumeLevel {
    var volume = pa_cvolume()
    pa_cvolume_set(&volume, 2, 65_536 * percent / 100)
    return VolumeLevel(muted: muted, volume)
  }

  @Test func `What plays can be heard unless our stream or the output is muted or at zero`() {
    #expect(Audibility(stream: Self.level(), sink: Self.level(percent: 1)) == .audible)
    #expect(Audibility(stream: nil, sink: nil) == .audible)
    #expect(Audibility(stream: Self.level(muted: true), sink: nil) == .silent(because: "cued's stream is muted"))
    #expect(
      Audibility(stream: Self.level(percent: 0), sink: nil) == .silent(because: "the volume of cued's stream is zero"))
    #expect(Audibility(stream: Self.level(), sink: Self.level(muted: true)) == .silent(because: "the output is muted"))
    #expect(
      Audibility(stream: Self.level(), sink: Self.level(percent: 0)) == .silent(because: "the output's volume is zero"))
  }
}
