import Cue
import MediaPlayer
import Testing

@testable import couch5k

@Suite struct WakefulnessTests {
  private let start = BootTime(.seconds(1_000))

  private func wakefulness(_ status: MediaPlayer.Status) -> Wakefulness {
    var wakefulness = Wakefulness()
    wakefulness.take(status, at: start)
    return wakefulness
  }

  @Test func `While a run goes on the machine stays awake, for as long as it takes`() {
    let wakefulness = wakefulness(.playing)
    #expect(wakefulness.isNeeded(at: start + .seconds(10_000)))
    #expect(wakefulness.end == nil)
  }

  @Test func `Of a pause the first five minutes count, however often it is looked at`() {
    var wakefulness = wakefulness(.paused)
    let end = start + .seconds(300)
    for second in stride(from: 0, to: 600, by: 10) {
      let moment = start + .seconds(second)
      wakefulness.take(.paused, at: moment)
      #expect(wakefulness.isNeeded(at: moment) == (moment < end))
      #expect(wakefulness.end == end)
    }
  }

  @Test func `A run that is resumed keeps it awake again, and its next pause counts from its own beginning`() {
    var wakefulness = wakefulness(.paused)
    let later = start + .seconds(1_000)
    wakefulness.take(.playing, at: later)
    #expect(wakefulness.isNeeded(at: later + .seconds(1_000)))
    wakefulness.take(.paused, at: later + .seconds(10))
    #expect(wakefulness.end == later + .seconds(310))
  }

  @Test func `What is over, or has not begun, keeps nothing awake`() {
    #expect(!Wakefulness().isNeeded(at: start))
    #expect(!wakefulness(.stopped).isNeeded(at: start))
  }
}
