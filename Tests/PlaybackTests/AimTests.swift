import Sound
import Testing

@testable import Playback

@Suite struct AimTests {
  static let timing = Timing(written: 1_440, read: 0, sinkLatency: .milliseconds(5), age: .milliseconds(1))

  static func aim(
    at due: Int64 = 1_000_000, now: Int64 = 500_000, waking silence: Duration = .zero, gap: Duration = .zero,
    isPipeWire: Bool = false
  ) -> Aim? {
    Aim(at: due, now: now, silenceToWake: silence, gap: gap, isPipeWire: isPipeWire)
  }

  @Test func `The stream starts before the sound, and others make room with the sound`() throws {
    let aim = try #require(Self.aim())
    #expect(aim.begins == 985_000)
    #expect(aim.ducks == 1_000_000)
    #expect(try #require(Self.aim(isPipeWire: true)).begins == 880_000)
  }

  @Test func `An output that must be woken is woken before, and others make room from then on`() throws {
    let aim = try #require(Self.aim(waking: .milliseconds(400)))
    #expect(aim.runUp == .milliseconds(400))
    #expect(aim.begins == 600_000)
    #expect(aim.ducks == 600_000)
  }

  @Test func `Where too little time is left there is nothing to aim at`() {
    #expect(Self.aim(now: 984_999) != nil)
    #expect(Self.aim(now: 985_000) == nil)
    #expect(Self.aim(now: 700_000, gap: .milliseconds(284)) != nil)
    #expect(Self.aim(now: 700_000, gap: .milliseconds(285)) == nil)
  }

  @Test func `What the server would play too early is delayed by as much`() throws {
    let aim = try #require(Self.aim())
    // 15 ms are held and 5 ms on their way, of a millisecond ago.
    #expect(aim.silence(given: Self.timing, now: 950_000) == Frames(.milliseconds(31)))
    #expect(aim.silence(given: Self.timing, now: 981_000) == .zero)
    #expect(aim.silence(given: Self.timing, now: 999_000) == .zero)
    #expect(aim.silence(given: nil, now: 950_000) == .zero)
  }

  @Test func `What is a second late is missed`() throws {
    let aim = try #require(Self.aim())
    #expect(!aim.isMissed(at: 1_999_999))
    #expect(aim.isMissed(at: 2_000_000))
  }
}
