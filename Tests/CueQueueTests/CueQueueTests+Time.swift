import Cue
@testable import CueQueue
import Testing

extension CueQueueTests {
  // MARK: Rule 4

  @Test(arguments: [
    (Event.warning, 3), (run, 30), (.start(week: 1, day: 1, warmup: .seconds(300)), 30), (.cooldown(.seconds(60)), 30),
    (.complete(week: 1, day: 1), 60), (.say("x", chime: nil), 60), (.halfway, 20), (.minute(5), 20), (.paused, 20),
    (.resumed, 20),
  ])
  mutating func `Rule 4: a cue that has not begun expires by its kind`(event: Event, seconds: Int) throws {
    try desk.send(cue("plays", session: "t"))
    try desk.send(cue("a", event))
    desk.pass(.seconds(seconds) - .milliseconds(1))
    #expect(desk.state(cue("a")) == .queued)
    desk.pass(.milliseconds(1))
    #expect(desk.state(cue("a")) == .expired)
    desk.end()
    #expect(!desk.log.contains("begin a"))
  }

  @Test mutating func `Rule 4: the sender's own time of expiry counts, by the wall clock`() throws {
    try desk.send(cue("plays", session: "t"))
    try desk.send(cue("a", .warning, expires: desk.now.wall + .seconds(100)))
    desk.pass(.seconds(99))
    #expect(desk.state(cue("a")) == .queued)
    desk.setWall(.seconds(1))
    #expect(desk.state(cue("a")) == .expired)
  }

  @Test mutating func `Rule 4: what was expired when it came is never heard`() throws {
    #expect(try desk.send(cue("a", expires: desk.now.wall)).state == .expired)
    #expect(desk.log == ["a queued", "a expired"])
  }

  @Test mutating func `Rule 4: what has begun does not expire`() throws {
    try desk.send(cue("a", .warning))
    desk.pass(.seconds(100))
    #expect(desk.state(cue("a")) == .playing)
  }

  @Test mutating func `Rule 4: a clock that is set does not change a patience that is counted from now`() throws {
    try desk.send(cue("plays", session: "t"))
    try desk.send(cue("a", .halfway))
    desk.setWall(.seconds(3_600))
    #expect(desk.state(cue("a")) == .queued)
  }

  // MARK: Rule 5

  @Test mutating func `Rule 5: a cue with a time waits for it, and follows the clock when it is set`() throws {
    #expect(try desk.send(cue("a", at: desk.now.wall + .seconds(10))).state == .scheduled)
    #expect(desk.log == ["a scheduled"])
    desk.pass(.seconds(9))
    #expect(desk.state(cue("a")) == .scheduled)
    desk.setWall(.seconds(1))
    #expect(desk.state(cue("a")) == .playing)
  }

  @Test mutating func `Rule 5: a cue begins as long before its time as the output wants to have it`() throws {
    desk.queue.lead = .milliseconds(200)
    let time = desk.now.wall + .seconds(10)
    try desk.send(cue("a", at: time))
    #expect(desk.queue.wakeup.wall == time - .milliseconds(200))
    desk.pass(.seconds(9.8) - .microseconds(1))
    #expect(desk.state(cue("a")) == .scheduled)
    desk.pass(.microseconds(1))
    #expect(desk.state(cue("a")) == .playing)
  }

  @Test
  mutating func `Rule 2: a cue that was cancelled before its time may be sent anew, also when it was begun for it`()
    throws
  {
    desk.queue.lead = .milliseconds(200)
    try desk.send(cue("a", at: desk.now.wall + .seconds(1)))
    desk.pass(.seconds(0.9))
    try desk.cancel(cue("a"))
    desk.end(.stopped)
    #expect(try desk.send(cue("a", at: desk.now.wall + .seconds(9))).isRepetition == false)
    desk.pass(.seconds(9))
    try desk.cancel(cue("a"))
    desk.end(.stopped)
    #expect(throws: CueQueue.Refusal.self) { try desk.send(cue("a", at: desk.now.wall + .seconds(9))) }
  }

  @Test mutating func `Rule 4: a cue that was begun for its time and slept through it is judged on waking`() throws {
    desk.queue.lead = .milliseconds(200)
    for id in ["short", "long"] {
      try desk.send(cue(id, at: desk.now.wall + .seconds(1)))
      desk.pass(.seconds(0.9))
      desk.pass(id == "short" ? .seconds(2) : .seconds(3_600))
      desk.end(.missed)
      #expect(desk.state(cue(id)) == (id == "short" ? .playing : .expired))
      desk.end()
    }
  }

  @Test mutating func `Rule 2: one that is cancelled before its time may be sent anew at once, as another cue`() throws
  {
    desk.queue.lead = .milliseconds(200)
    try desk.send(cue("a", at: desk.now.wall + .seconds(1)))
    desk.pass(.seconds(0.9))
    #expect(desk.state(cue("a")) == .playing)
    try desk.cancel(cue("a"))
    #expect(desk.log.suffix(2) == ["stop a", "a cancelled"])
    #expect(desk.queue.present.isEmpty)
    let anew = cue("a", run, at: desk.now.wall + .seconds(0.1))
    #expect(try desk.send(anew) == .init(state: .queued))
    let interrupted = desk
    desk.end(.stopped)
    #expect(desk.log.suffix(3) == ["a queued", "begin a", "a playing"])
    desk.pass(.seconds(1))
    desk.end()
    #expect(desk.state(anew) == .played)

    desk = interrupted
    desk.output(false)
    #expect(desk.state(anew) == .queued)
    desk.restart()
    #expect(desk.queue.present.map(\.cue) == [anew])
    #expect(desk.state(anew) == .playing)
  }

  @Test mutating func `Rule 5: begun before its time, it still comes after what was due before it`() throws {
    desk.queue.lead = .milliseconds(200)
    try desk.send(cue("plays", session: nil))
    try desk.send(cue("punctual", session: nil, at: desk.now.wall + .seconds(1)))
    desk.pass(.seconds(0.9))
    try desk.send(cue("due", session: nil))
    desk.end()
    #expect(desk.state(cue("due", session: nil)) == .playing)
    #expect(desk.state(cue("punctual", session: nil)) == .queued)
  }
}
