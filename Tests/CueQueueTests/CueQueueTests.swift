import Cue
@testable import CueQueue
import Testing

@Suite struct CueQueueTests {
  var desk = Desk()

  // MARK: Rule 1

  @Test mutating func `Rule 1: a cue begins only when the one before it has ended`() throws {
    try desk.send(cue("a"))
    try desk.send(cue("b"))
    #expect(desk.log == ["a queued", "begin a", "a playing", "b queued"])
    desk.end()
    #expect(desk.log.suffix(3) == ["a played", "begin b", "b playing"])
  }

  @Test mutating func `Rule 1: the music is given back once, after the last of the cues in a row`() throws {
    for id in 0..<10 { try desk.send(cue("\(id)", session: nil)) }
    for _ in 0..<10 { desk.end() }
    #expect(desk.log.filter { $0 == "rest" }.count == 1)
    #expect(desk.log.last == "rest")
    #expect(desk.log.filter { $0.hasPrefix("begin") } == (0..<10).map { "begin \($0)" })
  }

  @Test mutating func `Rule 1: one that fails makes room for the next`() throws {
    try desk.send(cue("a"))
    try desk.send(cue("b"))
    desk.end(.failed("no voice"))
    #expect(desk.log.suffix(3) == ["a failed", "begin b", "b playing"])
    #expect(desk.queue.state(of: cue("a").identity)?.reason == "no voice")
  }

  // MARK: Rule 2

  @Test mutating func `Rule 2: sent again, a cue is answered with its state and not played again`() throws {
    #expect(try desk.send(cue("a")) == .init(state: .playing))
    #expect(try desk.send(cue("a")) == .init(state: .playing, isRepetition: true))
    try desk.send(cue("b"))
    #expect(try desk.send(cue("b"), from: 2) == .init(state: .queued, isRepetition: true))
    desk.end(.played(note: "muted"))
    #expect(try desk.send(cue("a")) == .init(state: .played, reason: "muted", isRepetition: true))
    #expect(desk.log.filter { $0 == "begin a" }.count == 1)
  }

  @Test(arguments: [0, 1, 2])
  mutating func `Rule 2: the same identity with other content is refused in every state`(ended: Int) throws {
    try desk.send(cue("a"))
    try desk.send(cue("b"))
    for _ in 0..<ended { desk.end() }
    let before = desk.log
    #expect(throws: CueQueue.Refusal.identityInUse(cue("a").identity)) { try desk.send(cue("a", .minute(5))) }
    #expect(throws: CueQueue.Refusal.identityInUse(cue("b").identity)) { try desk.send(cue("b", .minute(5))) }
    #expect(desk.log == before)
  }

  @Test mutating func `Rule 2: a sender that counts its cue's expiry from now sends the same cue again`() throws {
    try desk.send(cue("a", expires: desk.now.wall + .seconds(10)))
    desk.pass(.seconds(1))
    #expect(try desk.send(cue("a", expires: desk.now.wall + .seconds(10))).isRepetition)
  }

  @Test mutating func `Rule 2: one that was cancelled before it began may be sent anew, with other content too`() throws
  {
    try desk.send(cue("a"))
    try desk.send(cue("b"))
    try desk.cancel(cue("b"))
    #expect(try desk.send(cue("b", .minute(5))) == .init(state: .queued))
    desk.end()
    #expect(desk.state(cue("b")) == .playing)
  }

  @Test mutating func `Rule 2: one that was cancelled while it played may not`() throws {
    try desk.send(cue("a"))
    try desk.cancel(cue("a"))
    desk.end(.stopped)
    #expect(try desk.send(cue("a")) == .init(state: .cancelled, isRepetition: true))
  }

  @Test mutating func `Rule 2: the same id in another session, or on another connection, is another cue`() throws {
    try desk.send(cue("a"))
    #expect(try !desk.send(cue("a", session: "t")).isRepetition)
    #expect(try !desk.send(cue("a", session: nil)).isRepetition)
    let other = Cue(identity: CueIdentity("a", in: .connection(ConnectionID(2))), event: .halfway)
    #expect(try !desk.send(other, from: 2).isRepetition)
  }

  @Test mutating func `Rule 2: a connection's identities end with it, a session's do not`() throws {
    try desk.send(cue("mine", session: nil))
    try desk.send(cue("ours"))
    desk.close(1)
    desk.end()
    desk.end()
    #expect(desk.state(cue("mine", session: nil)) == nil)
    #expect(try desk.send(cue("ours"), from: 2).isRepetition)
  }

  @Test mutating func `Rule 2: the newest ten thousand identities of a session are known`() throws {
    for id in 0...10_000 {
      try desk.send(cue("\(id)"))
      desk.end()
    }
    #expect(desk.state(cue("0")) == nil)
    #expect(desk.state(cue("1")) == .played)
    #expect(desk.state(cue("10000")) == .played)
  }

  @Test mutating func `Rule 2: a session is forgotten a day after its last cue`() throws {
    try desk.send(cue("a"))
    desk.end()
    desk.pass(.seconds(24 * 3_600 - 1))
    try desk.send(cue("other", session: "t"))
    #expect(desk.state(cue("a")) == .played)
    desk.pass(.seconds(1))
    try desk.send(cue("another", session: "t"))
    #expect(desk.state(cue("a")) == nil)
  }

  @Test mutating func `Rule 2: a session is not forgotten while one of its cues waits, however long`() throws {
    try desk.send(cue("a"))
    desk.end()
    try desk.send(cue("far ahead", .say("x", chime: nil), at: desk.now.wall + .seconds(30 * 3_600)))
    desk.pass(.seconds(29 * 3_600))
    try desk.send(cue("other", session: "t"))
    #expect(try desk.send(cue("a")).isRepetition)
    desk.restart()
    #expect(try desk.send(cue("far ahead", .say("x", chime: nil), at: desk.now.wall + .seconds(3_600))).isRepetition)
    #expect(try desk.send(cue("a")).isRepetition)
    desk.pass(.seconds(3_600))
    desk.end()
    desk.end()
    #expect(desk.state(cue("far ahead")) == .played)
    desk.pass(.seconds(24 * 3_600 - 1))
    try desk.send(cue("another", session: "u"))
    #expect(try desk.send(cue("a")).isRepetition)
    desk.pass(.seconds(1))
    try desk.send(cue("one more", session: "u"))
    #expect(desk.state(cue("a")) == nil)
  }

  // MARK: Rule 3

  @Test(arguments: [
    Event.start(week: 1, day: 1, warmup: .seconds(300)), run, walk, .cooldown(.seconds(300)),
    .complete(week: 1, day: 1),
  ])
  mutating func `Rule 3: a phase cue supersedes what its session waits with, except paused and resumed`(phase: Event)
    throws
  {
    try desk.send(cue("plays"))
    for (id, event) in [("w", Event.warning), ("h", .halfway), ("r", run), ("m", .minute(5)), ("p", .paused)] {
      try desk.send(cue(id, event))
    }
    try desk.send(cue("elsewhere", session: "t"))
    try desk.send(cue("phase", phase))
    #expect(desk.state(cue("plays")) == .playing)
    for id in ["w", "h", "r", "m"] { #expect(desk.state(cue(id)) == .superseded) }
    for id in ["p", "phase"] { #expect(desk.state(cue(id)) == .queued) }
    #expect(desk.state(cue("elsewhere", session: "t")) == .queued)
  }

  @Test mutating func `Rule 3: paused and resumed replace each other, and nothing else`() throws {
    try desk.send(cue("plays"))
    try desk.send(cue("h"))
    try desk.send(cue("p1", .paused))
    try desk.send(cue("r1", .resumed))
    try desk.send(cue("p2", .paused))
    #expect(desk.state(cue("h")) == .queued)
    #expect(desk.state(cue("p1")) == .superseded)
    #expect(desk.state(cue("r1")) == .superseded)
    #expect(desk.state(cue("p2")) == .queued)
  }

  @Test mutating func `Rule 3: what is scheduled for later is not superseded`() throws {
    try desk.send(cue("plays"))
    try desk.send(cue("later", .warning, at: desk.now.wall + .seconds(5)))
    try desk.send(cue("phase", run))
    #expect(desk.state(cue("later")) == .scheduled)
  }

  @Test mutating func `Rule 3: a phase cue that comes after a later one was due is not heard`() throws {
    let before = desk.now.wall
    desk.pass(.seconds(2))
    try desk.send(cue("new", run))
    try desk.send(cue("old", walk, at: before))
    #expect(desk.state(cue("old")) == .superseded)
    #expect(desk.state(cue("new")) == .playing)
  }

  @Test mutating func `Rule 3: a phase cue makes nothing pointless before its time, also where it was begun for it`()
    throws
  {
    desk.queue.lead = .milliseconds(200)
    let time = desk.now.wall + .seconds(1)
    try desk.send(cue("phase", run, at: time))
    try desk.send(cue("elsewhere", session: "t", at: desk.now.wall + .seconds(0.7)))
    desk.pass(.seconds(0.9))
    try desk.send(cue("warning", .warning))
    #expect(desk.state(cue("phase")) == .queued)
    #expect(desk.state(cue("warning")) == .queued)
    desk.end()
    #expect(desk.state(cue("warning")) == .playing)

    desk.end()
    try desk.send(cue("say", .say("x", chime: nil)))
    #expect(desk.state(cue("phase")) == .playing)
    #expect(desk.state(cue("say")) == .queued)
    try desk.cancel(cue("phase"))
    desk.end(.stopped)
    #expect(desk.state(cue("say")) == .playing)
  }

  @Test mutating func `Rule 3: a phase cue that was begun for its time makes others pointless when that comes`() throws
  {
    desk.queue.lead = .milliseconds(200)
    try desk.send(cue("phase", run, at: desk.now.wall + .seconds(1)))
    desk.pass(.seconds(0.9))
    try desk.send(cue("warning", .warning))
    #expect(desk.queue.wakeup.boot == desk.now.boot + .seconds(0.1))
    desk.pass(.seconds(0.1) - .microseconds(1))
    #expect(desk.state(cue("warning")) == .queued)
    desk.pass(.microseconds(1))
    #expect(desk.state(cue("warning")) == .superseded)
    #expect(desk.state(cue("phase")) == .playing)
    #expect(desk.queue.wakeup == .never)
  }

  @Test mutating func `Rule 3: cues without a session do not supersede one another`() throws {
    for id in ["a", "b", "c"] { try desk.send(cue(id, run, session: nil)) }
    #expect(desk.queue.present.map(\.state) == [.playing, .queued, .queued])
  }

  // MARK: Rule 6

  @Test mutating func `Rule 6: in the order of the time they are due, else of arrival`() throws {
    try desk.send(cue("plays", session: nil))
    try desk.send(cue("late", session: nil, at: desk.now.wall + .seconds(2)))
    try desk.send(cue("early", session: nil, at: desk.now.wall + .seconds(1)))
    try desk.send(cue("first", session: nil))
    try desk.send(cue("second", session: nil))
    #expect(desk.queue.present.map(\.cue.identity.id) == ["plays", "first", "second", "early", "late"])
    desk.pass(.seconds(3))
    for _ in 0..<5 { desk.end() }
    #expect(
      desk.log.filter { $0.hasPrefix("begin") }
        == ["plays", "first", "second", "early", "late"].map { "begin \($0)" })
  }

  // MARK: Rule 7

  @Test mutating func `Rule 7: 256 cues may wait; the next is refused and nothing else changes`() throws {
    try desk.send(cue("plays"))
    for id in 0..<256 { try desk.send(cue("\(id)", .say("x", chime: nil))) }
    let before = desk.log
    #expect(throws: CueQueue.Refusal.queueFull(limit: 256)) { try desk.send(cue("one too many")) }
    #expect(desk.log == before)
    #expect(try desk.send(cue("0", .say("x", chime: nil))).isRepetition)
    desk.end()
    #expect(try desk.send(cue("one too many")).state == .queued)
  }

  // MARK: Rule 9

  @Test mutating func `Rule 9: what a closed connection had scheduled is cancelled after ten seconds`() throws {
    try desk.send(cue("a", at: desk.now.wall + .seconds(60)))
    desk.close(1)
    desk.pass(.seconds(10) - .milliseconds(1))
    #expect(desk.state(cue("a")) == .scheduled)
    desk.pass(.milliseconds(1))
    #expect(desk.state(cue("a")) == .cancelled)
  }

  @Test mutating func `Rule 9: unless it is sent again from another`() throws {
    let scheduled = cue("a", at: desk.now.wall + .seconds(60))
    try desk.send(scheduled)
    desk.close(1)
    #expect(try desk.send(scheduled, from: 2).isRepetition)
    desk.pass(.seconds(60))
    #expect(desk.state(scheduled) == .playing)
  }

  @Test mutating func `Rule 9: what became due before its client was missed is judged on waking, else it is cancelled`()
    throws
  {
    desk.queue.lead = .milliseconds(200)
    for (id, seconds) in [("before", 9.9), ("just before", 10.2), ("after", 10.3)] {
      try desk.send(cue(id, .say("x", chime: nil), session: nil, at: desk.now.wall + .seconds(seconds)))
    }
    try desk.send(cue("warning", .warning, at: desk.now.wall + .seconds(5)))
    desk.close(1)
    desk.pass(.seconds(20))
    #expect(desk.queue.present.map(\.cue.identity.id) == ["before", "just before"])
    #expect(desk.state(cue("warning")) == .expired)
    #expect(desk.log.contains("after cancelled"))
  }

  @Test mutating func `Rule 9: what was due is heard, its client gone or not`() throws {
    try desk.send(cue("plays"))
    try desk.send(cue("a", .say("x", chime: nil)))
    desk.close(1)
    desk.pass(.seconds(20))
    desk.end()
    #expect(desk.state(cue("a")) == .playing)
  }

  // MARK: Cancelling

  @Test mutating func `A playing cue that is cancelled is stopped, and the next begins when it is silent`() throws {
    try desk.send(cue("a"))
    try desk.send(cue("b"))
    try desk.cancel(cue("a"))
    try desk.cancel(cue("a"))
    #expect(desk.log.suffix(1) == ["stop a"])
    desk.end(.stopped)
    #expect(desk.log.suffix(3) == ["a cancelled", "begin b", "b playing"])
  }

  @Test mutating func `Cancelling says whether the cue is unknown or has ended`() throws {
    try desk.send(cue("a"))
    desk.end()
    #expect(throws: CueQueue.Refusal.ended(cue("a").identity, .played)) { try desk.cancel(cue("a")) }
    #expect(throws: CueQueue.Refusal.unknown(cue("b").identity)) { try desk.cancel(cue("b")) }
  }

  @Test mutating func `All cues of a session are cancelled at once, the playing one too, and no other`() throws {
    try desk.send(cue("a"))
    try desk.send(cue("b"))
    try desk.send(cue("c", session: "t"))
    let (count, actions) = desk.queue.cancelAll(at: desk.now) { $0.identity.scope == .session("s") }
    #expect(count == 2)
    #expect(actions == [.report(cue("b"), .cancelled, reason: nil), .stop(cue("a").identity)])
    #expect(desk.state(cue("c", session: "t")) == .queued)
  }

  // MARK: Output

  @Test mutating func `Without an output cues wait, and expire`() throws {
    desk.output(false)
    try desk.send(cue("w", .warning))
    try desk.send(cue("h", .halfway))
    desk.pass(.seconds(5))
    #expect(desk.state(cue("w")) == .expired)
    desk.output(true)
    #expect(desk.state(cue("h")) == .playing)
  }

  @Test mutating func `A cue whose output was lost plays again from its beginning, in its place`() throws {
    try desk.send(cue("a"))
    try desk.send(cue("b"))
    desk.output(false)
    #expect(desk.log.suffix(1) == ["a queued"])
    desk.output(true)
    desk.end()
    #expect(desk.log.suffix(3) == ["a played", "begin b", "b playing"])
    #expect(desk.log.filter { $0 == "begin a" }.count == 2)
  }

  @Test mutating func `A cue whose output was lost expires like any other`() throws {
    try desk.send(cue("a", .warning))
    desk.output(false)
    desk.pass(.seconds(3))
    #expect(desk.state(cue("a")) == .expired)
  }

  @Test mutating func `What ended without having been begun changes nothing`() throws {
    try desk.send(cue("a"))
    #expect(desk.queue.ended(cue("b").identity, .stopped, at: desk.now) == [])
    #expect(desk.state(cue("a")) == .playing)
  }

  // MARK: Waking

  @Test mutating func `The queue asks to be woken for the next thing that time alone will do, else never`() throws {
    #expect(desk.queue.wakeup == .never)
    try desk.send(cue("plays"))
    #expect(desk.queue.wakeup == .never)
    try desk.send(cue("h", .halfway))
    #expect(desk.queue.wakeup == Wakeup(boot: desk.now.boot + .seconds(20)))
    let time = desk.now.wall + .seconds(5)
    try desk.send(cue("t", at: time))
    #expect(desk.queue.wakeup == Wakeup(boot: desk.now.boot + .seconds(20), wall: time))
  }
}
