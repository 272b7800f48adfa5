import Sound
import Testing

@testable import Playback

@Suite struct FadeTests {
  /// A tone of a second, of which the server has rendered so much.
  let tone = (0..<48_000).map { Int16(20 * ($0 % 400) - 4_000) }

  func timing(
    rendered: Int, sinkLatency: Duration = .zero, age: Duration = .zero, before: Int64 = 1_000
  ) -> Timing {
    Timing(written: before + 96_000, read: before + Int64(rendered * 2), sinkLatency: sinkLatency, age: age)
  }

  @Test(arguments: [(0, 0), (10_000, 0), (10_000, 3), (40_000, 20)])
  func `A fade begins a little after what was rendered by now, and covers all that is held`(
    rendered: Int, age: Int
  ) throws {
    let fade = try #require(Fade(of: tone, at: timing(rendered: rendered, age: .milliseconds(age))))
    let start = rendered + 48 * (age + 5)
    #expect(fade.position == 1_000 + Int64(start * 2))
    #expect(fade.samples.count == 48_000 - start)
  }

  @Test func `It goes on where the sound was and falls smoothly to silence in 8 ms`() throws {
    let fade = try #require(Fade(of: tone, at: timing(rendered: 10_000)))
    let original = tone[10_240...]
    #expect(abs(Int(fade.samples[0]) - Int(original.first!)) < 10)
    for (index, (faded, sample)) in zip(fade.samples, original).enumerated() {
      if index < 384 {
        #expect(abs(Int(faded)) <= abs(Int(sample)))
      } else {
        #expect(faded == 0)
      }
    }
    let quarter = Double(fade.samples[96]) / Double(original[original.startIndex + 96])
    #expect(abs(quarter - 0.854) < 0.01)
    let half = Double(fade.samples[191]) / Double(original[original.startIndex + 191])
    #expect(abs(half - 0.5) < 0.01)
  }

  @Test func `It tells when it will have been heard`() throws {
    let fade = try #require(
      Fade(of: tone, at: timing(rendered: 10_000, sinkLatency: .milliseconds(40), age: .milliseconds(2))))
    // 5 ms of lead and 8 ms of fade after now, and the sink's latency.
    #expect(fade.untilSilent > .milliseconds(52) && fade.untilSilent < .milliseconds(54))
  }

  @Test func `There is nothing to fade when all was rendered, or will have been`() {
    #expect(Fade(of: tone, at: timing(rendered: 48_000)) == nil)
    #expect(Fade(of: tone, at: timing(rendered: 47_900)) == nil)
  }
}
