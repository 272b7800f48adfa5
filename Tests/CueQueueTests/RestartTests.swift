import Cue
import Testing

@testable import CueQueue

/// What a daemon that was killed leaves to the next one.
@Suite struct RestartTests {
  var desk = Desk()

  // MARK: Rule 8

  @Test mutating func `Rule 8: a queue that closes begins nothing more, and leaves what waits to the next`() throws {
    try desk.send(cue("a"))
    try desk.send(cue("b"))
    desk.queue.isClosing = true
    desk.end()
    try desk.send(cue("c"))
    #expect(desk.log.suffix(3) == ["a played", "rest", "c queued"])
    desk.restart()
    #expect(desk.log.suffix(2) == ["begin b", "b playing"])
    desk.end()
    #expect(desk.log.suffix(2) == ["begin c", "c playing"])
  }

  // MARK: Rule 2

  @Test mutating func `Rule 2: what was heard before a restart is not heard again`() throws {
    try desk.send(cue("a"))
    desk.end(.played(note: "muted"))
    desk.restart()
    #expect(try desk.send(cue("a"), from: 7) == .init(state: .played, reason: "muted", isRepetition: true))
    #expect(throws: CueQueue.Refusal.identityInUse(cue("a").identity)) { try desk.send(cue("a", .minute(5))) }
    desk.restart()
    #expect(try desk.send(cue("a")).isRepetition)
    #expect(desk.log.filter { $0 == "begin a" }.count == 1)
  }

  @Test mutating func `Rule 2: what was cancelled before it began may be sent anew after a restart, else not`() throws {
    try desk.send(cue("a"))
    try desk.send(cue("b"))
    try desk.cancel(cue("b"))
    try desk.cancel(cue("a"))
    desk.restart()
    #expect(try desk.send(cue("a")) == .init(state: .cancelled, isRepetition: true))
    #expect(try desk.send(cue("b", .minute(5))) == .init(state: .playing))
  }

  @Test mutating func `Rule 2: the newest ten thousand identities of a session are known after a restart`() throws {
    for id in 0...10_000 {
      try desk.send(cue("\(id)"))
      desk.end()
    }
    for _ in 0..<2 {
      desk.restart()
      #expect(desk.state(cue("0")) == nil)
      #expect(desk.state(cue("1")) == .played)
      #expect(desk.state(cue("10000")) == .played)
    }
  }

  @Test mutating func `Rule 2: one that ended again is among the newest`() throws {
    for id in 0..<10_000 {
      try desk.send(cue("\(id)"))
      if id == 0 { try desk.cancel(cue("0")) }
      desk.end(id == 0 ? .stopped : .played(note: nil))
    }
    try desk.send(cue("plays"))
    try desk.send(cue("again"))
    for _ in 0..<30_000 {
      try desk.cancel(cue("again"))
      try desk.send(cue("again"))
    }
    try desk.cancel(cue("again"))
    desk.end()
    #expect(desk.state(cue("1")) == nil)
    #expect(desk.state(cue("2")) == .played)
    #expect(desk.state(cue("again")) == .cancelled)
  }

  @Test mutating func `Rule 2: a session is forgotten a day after its last cue, whoever was killed meanwhile`() throws {
    try desk.send(cue("a"))
    desk.end()
    desk.pass(.seconds(24 * 3_600 - 1))
    desk.restart()
    #expect(desk.state(cue("a")) == .played)
    desk.pass(.seconds(1))
    desk.restart()
    #expect(desk.state(cue("a")) == nil)
  }

  // MARK: Rule 3

  @Test
  mutating func `Rule 3: a phase cue that comes after a restart is not heard where a later one was due before it`()
    throws
  {
    let before = desk.now.wall
    desk.pass(.seconds(2))
    try desk.send(cue("new", run))
    desk.end()
    desk.restart()
    desk.restart()
    try desk.send(cue("old", walk, at: before))
    #expect(desk.state(cue("old")) == .superseded)
  }

  @Test(arguments: [false, true])
  mutating func `Rule 3: a phase cue that was begun for its time makes others pointless then, after a restart too`(
    isAway: Bool
  ) throws {
    desk.queue.lead = .milliseconds(200)
    try desk.send(cue("phase", run, at: desk.now.wall + .seconds(1)))
    desk.pass(.seconds(0.9))
    try desk.send(cue("warning", .warning))
    if isAway { desk.now = Now(boot: desk.now.boot + .seconds(0.2), wall: desk.now.wall + .seconds(0.2)) }
    for _ in 0..<2 { desk.restart(hasOutput: false) }
    #expect(desk.state(cue("warning")) == (isAway ? .superseded : .queued))
    desk.pass(.seconds(0.1))
    #expect(desk.state(cue("warning")) == .superseded)
  }

  // MARK: Rule 8

  @Test mutating func `Rule 8: what waited is played, in its order, and what was playing plays again, whole`() throws {
    try desk.send(cue("a", session: nil))
    try desk.send(cue("b"))
    try desk.send(cue("late", session: "t", at: desk.now.wall + .seconds(2)))
    try desk.send(cue("early", session: "t", at: desk.now.wall + .seconds(1)))
    desk.log = []
    desk.restart()
    for _ in 0..<2 { desk.end() }
    desk.pass(.seconds(2))
    for _ in 0..<2 { desk.end() }
    #expect(desk.log.filter { $0.hasPrefix("begin") } == ["begin a", "begin b", "begin early", "begin late"])
  }

  @Test mutating func `Rule 8: what was playing and is not worth hearing any more does not play again`() throws {
    try desk.send(cue("a", .warning))
    desk.pass(.seconds(3))
    desk.restart()
    #expect(desk.log.suffix(1) == ["a expired"])
  }

  @Test mutating func `Rule 8: what another daemon knew and left is taken over late too, but for what is known since`()
    throws
  {
    var other = Desk()
    try other.send(cue("heard"))
    other.end()
    other.output(false)
    try other.send(cue("both"))
    try other.send(cue("again"))
    try other.cancel(cue("again"))
    try other.send(cue("again", .minute(5)))
    try other.send(cue("mine", session: nil))
    try desk.send(cue("both"))
    try desk.send(cue("mine", .minute(2), session: nil))
    desk.adopt(other)
    for _ in 0..<2 {
      #expect(desk.queue.present.map(\.cue.identity.id) == ["both", "mine", "again", "mine"])
      #expect(try desk.send(cue("heard")) == .init(state: .played, isRepetition: true))
      #expect(try desk.send(cue("again", .minute(5))).isRepetition)
      desk.restart()
    }
  }

  @Test mutating func `Rule 3: what is taken over late is not heard where a later phase was due meanwhile`() throws {
    var other = Desk()
    other.output(false)
    try other.send(cue("old"))
    desk.pass(.seconds(2))
    try desk.send(cue("new", run))
    desk.adopt(other)
    #expect(desk.state(cue("old")) == .superseded)
    #expect(desk.state(cue("new")) == .playing)
  }

  @Test mutating func `Rule 3: a phase that is taken over late is not passed by itself where clocks go apart`() throws {
    for slew in [-1, 0, 1, 1_000] {
      desk = Desk()
      desk.output(false)
      var other = Desk()
      other.output(false)
      try other.send(cue("late", run))
      desk.adopt(other, slew: .microseconds(slew))
      desk.output(true)
      #expect(desk.state(cue("late", run)) == .playing, "\(slew)")
    }
  }

  @Test mutating func `Rule 8: what was being stopped does not play again`() throws {
    try desk.send(cue("a"))
    try desk.cancel(cue("a"))
    desk.restart()
    #expect(desk.state(cue("a")) == .cancelled)
    #expect(desk.log.filter { $0 == "begin a" }.count == 1)
  }

  @Test mutating func `Rule 8: a patience goes on over a restart, by the clock by which it was counted`() throws {
    desk.output(false)
    try desk.send(cue("boot", .halfway))
    try desk.send(cue("wall", .warning, expires: desk.now.wall + .seconds(10)))
    desk.pass(.seconds(9))
    desk.restart(hasOutput: false)
    desk.setWall(.seconds(1))
    #expect(desk.state(cue("wall")) == .expired)
    desk.setWall(.seconds(3_600))
    desk.pass(.seconds(11) - .milliseconds(1))
    #expect(desk.state(cue("boot")) == .queued)
    desk.pass(.milliseconds(1))
    #expect(desk.state(cue("boot")) == .expired)
  }

  @Test mutating func `Rule 8: a cue of a connection that is gone is not taken for one of a new connection`() throws {
    try desk.send(cue("plays"))
    try desk.send(cue("a", .say("old", chime: nil), session: nil))
    for _ in 0..<2 {
      desk.restart()
      #expect(try desk.send(cue("a", .minute(5), session: nil)).isRepetition == false)
    }
    #expect(desk.queue.present.count == 4)
    for _ in 0..<4 { desk.end() }
    #expect(desk.log.filter { $0 == "a played" }.count == 3)
    #expect(desk.queue.present.isEmpty)
  }

  @Test mutating func `Rule 8: the bound holds after a restart, with what played among those that wait`() throws {
    try desk.send(cue("plays"))
    for id in 0..<256 { try desk.send(cue("\(id)", .say("x", chime: nil))) }
    desk.restart(hasOutput: false)
    #expect(desk.queue.waitingCount == 257)
    #expect(throws: CueQueue.Refusal.queueFull(limit: 256)) { try desk.send(cue("one too many")) }
    desk.output(true)
    for _ in 0..<257 { desk.end() }
    #expect(desk.log.last == "rest")
  }

  // MARK: Rule 9

  @Test mutating func `Rule 9: what was scheduled is kept for ten seconds after a restart, unless it is sent again`()
    throws
  {
    let (mine, ours) = (desk.now.wall + .seconds(60), desk.now.wall + .seconds(61))
    try desk.send(cue("mine", session: nil, at: mine))
    try desk.send(cue("ours", at: ours))
    desk.pass(.seconds(5))
    desk.restart()
    #expect(try desk.send(cue("ours", at: ours), from: 3) == .init(state: .scheduled, isRepetition: true))
    desk.pass(.seconds(10) - .milliseconds(1))
    #expect(desk.queue.present.map(\.cue.identity.id) == ["mine", "ours"])
    desk.pass(.milliseconds(1))
    #expect(desk.queue.present.map(\.cue.identity.id) == ["ours"])
    desk.pass(.seconds(60))
    #expect(desk.state(cue("ours")) == .playing)
  }

  @Test mutating func `Rule 9: the ten seconds begin when the connection is closed, whoever is killed since`() throws {
    let time = desk.now.wall + .seconds(60)
    try desk.send(cue("closed", at: time))
    desk.close(1)
    desk.pass(.seconds(4))
    try desk.send(cue("open", at: time), from: 2)
    for _ in 0..<2 {
      desk.restart()
      desk.pass(.seconds(3) - .milliseconds(1))
    }
    #expect(desk.queue.present.map(\.cue.identity.id) == ["closed", "open"])
    desk.pass(.milliseconds(2))
    #expect(desk.queue.present.map(\.cue.identity.id) == ["open"])
    desk.pass(.seconds(4) - .milliseconds(1))
    #expect(desk.queue.present.map(\.cue.identity.id) == ["open"])
    desk.pass(.milliseconds(1))
    #expect(desk.queue.present.isEmpty)
  }

  @Test mutating func `Rule 9: one that was sent again is not cancelled by the next daemon`() throws {
    let scheduled = cue("a", at: desk.now.wall + .seconds(60))
    try desk.send(scheduled)
    desk.close(1)
    desk.pass(.seconds(5))
    #expect(try desk.send(scheduled, from: 2).isRepetition)
    desk.pass(.seconds(20))
    desk.restart()
    #expect(desk.state(scheduled) == .scheduled)
    desk.pass(.seconds(10))
    #expect(desk.state(scheduled) == .cancelled)
  }

  @Test mutating func `Rule 9: a cue whose client left is taken over late with what is left of its time`() throws {
    var other = Desk()
    try other.send(cue("a", at: desk.now.wall + .seconds(60)))
    other.close(1)
    desk.pass(.seconds(4))
    desk.adopt(other)
    desk.pass(.seconds(6) - .milliseconds(1))
    #expect(desk.state(cue("a")) == .scheduled)
    desk.pass(.milliseconds(1))
    #expect(desk.state(cue("a")) == .cancelled)
  }
}
