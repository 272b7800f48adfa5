import Cue
import Testing

@testable import CueQueue

/// The journal's bytes: what is written is read, and what is damaged is noticed.
@Suite struct CueJournalTests {
  private static let now = Now(boot: BootTime(.seconds(1_000)), wall: WallTime(microseconds: 1_700_000_000_000_000))

  private static let events: [Event] = [
    .start(week: 9, day: 3, warmup: .seconds(86_400)), .transition(.run, .seconds(1)), .transition(.walk, .seconds(90)),
    .warning, .halfway, .minute(1_440), .cooldown(.seconds(300)), .complete(week: 1, day: 1), .paused, .resumed,
    .say("🏃🏽‍♀️", chime: "bell"), .say("é", chime: nil),
    .say("", chime: "run"),
  ]

  /// Every kind of record, with every kind of value in it.
  private static var records: [JournalRecord] {
    let identities = [
      CueIdentity("1", in: .session("s")), CueIdentity("ü", in: .connection(ConnectionID(.max))),
    ]
    let times = [nil, now.wall, WallTime(microseconds: 253_402_300_799_999_999)]
    let turns = [
      Waiting.Turn(due: BootTime(.microseconds(-62_000_000_000_000_000)), expires: .boot(now.boot)),
      Waiting.Turn(due: BootTime(.microseconds(1)), expires: .wall(now.wall)),
    ]
    var changes: [JournalRecord.Change] = events.enumerated().map { index, event in
      let cue = Cue(
        identity: identities[index % 2], event: event, voice: index % 2 == 0 ? "en-gb" : nil, at: times[index % 3],
        expires: times[(index + 1) % 3])
      return .accepted(cue, arrival: UInt64(index) << 30, time: now.wall)
    }
    for (identity, turn) in zip(identities, turns) {
      changes += [.due(identity, turn), .stopping(identity), .abandoned(identity)]
    }
    for state in CueState.allCases where state.isFinal {
      let ended = KnownCues.Ended(
        content: .max, state: state, reason: state == .failed ? "no voice" : nil, mayReturn: state == .cancelled)
      changes.append(.ended(identities[0], ended))
    }
    changes.append(.phase(session: "s", due: now.boot))
    return changes.map { JournalRecord(at: now.boot, change: $0) }
  }

  private static let header = CueJournal.Header(boot: "b6a9a7b2-9e31-4ff5-93d7-7f5b7e0d0d9c")
  private static let whole = CueJournal.bytes(of: header) + CueJournal.bytes(of: records)

  @Test func `What is written is read`() {
    #expect(CueJournal.read(Self.whole) == .init(header: Self.header, records: Self.records))
    #expect(CueJournal.read([]) == .init())
  }

  @Test func `The longest text and names are read`() {
    let name = String(repeating: "n", count: 128)
    var longest = cue(name, .say(String(repeating: "\u{1F3C3}", count: 2_000), chime: name), session: name)
    longest.voice = name
    let records = [JournalRecord(at: Self.now.boot, change: .accepted(longest, arrival: 1 << 60, time: Self.now.wall))]
    #expect(CueJournal.read(CueJournal.bytes(of: records)) == .init(records: records))
  }

  @Test func `A checksum is zlib's CRC-32`() {
    #expect(Checksum.of(Array("1234".utf8)[...], Array("56789".utf8)[...]) == 0xCBF4_3926)
  }

  @Test func `What tells two contents apart is the same in every process`() {
    #expect(KnownCues.content(of: cue("a")) == 0xE1F6_8D18_70F7_2E62)
    #expect(KnownCues.content(of: cue("a")) == KnownCues.content(of: cue("b", expires: Self.now.wall)))
    let others = Self.events.map { cue("a", $0) } + [cue("a", at: Self.now.wall)]
    #expect(Set(others.map(KnownCues.content(of:))).count == others.count)
  }

  @Test func `A last record that was not written to its end is dropped without a word`() {
    for length in 0..<Self.whole.count {
      let reading = CueJournal.read(Array(Self.whole.prefix(length)))
      #expect(reading.damages == 0, "of length \(length)")
      #expect(Self.records.starts(with: reading.records))
    }
  }

  @Test func `A damaged record is counted once and skipped, and those around it are read`() {
    var generator = Generator(seed: 1)
    for position in Self.whole.indices {
      var bytes = Self.whole
      bytes[position] ^= UInt8.random(in: 1...255, using: &generator)
      let reading = CueJournal.read(bytes)
      #expect(reading.damages <= 1, "at \(position)")
      #expect(reading.damages == 1 || reading.records == Self.records.dropLast(), "at \(position)")
      let isHeader = reading.header == nil
      #expect(reading.records.count == Self.records.count - (isHeader ? 0 : 1), "at \(position)")
      #expect(reading.records.allSatisfy(Self.records.contains), "at \(position)")
    }
  }

  @Test func `A record from which counting on would overflow is damaged`() {
    let accepted = JournalRecord(
      at: Self.now.boot, change: .accepted(cue("a"), arrival: .max, time: Self.now.wall))
    let reading = CueJournal.read(CueJournal.bytes(of: [accepted, Self.records[0]]))
    #expect(reading.records == [Self.records[0]])
    #expect(reading.damages == 1)
  }

  @Test func `A journal without its header has none, and its records are read`() {
    #expect(CueJournal.read(CueJournal.bytes(of: Self.records)).header == nil)
  }

  @Test(arguments: [0, CueJournal.version + 1])
  func `A journal of another version has no records, and is not taken for a damaged one`(version: UInt64) {
    let header = CueJournal.Header(boot: "", version: version)
    let bytes = CueJournal.bytes(of: header) + CueJournal.bytes(of: Self.records) + [1, 2, 3]
    #expect(CueJournal.read(bytes) == .init(header: header))
  }

  @Test func `Any bytes are read, and any records make a queue that works`() throws {
    var generator = Generator(seed: 2)
    for _ in 0..<100 {
      var records = Self.records.shuffled(using: &generator)
      records += records.shuffled(using: &generator)
      var bytes = CueJournal.bytes(of: records)
      for _ in 0..<Int.random(in: 0..<20, using: &generator) {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(position..<min(bytes.count, position + Int.random(in: 1..<40, using: &generator)))
        default: bytes.insert(contentsOf: bytes[..<min(position, 30)], at: position)
        }
      }
      var desk = Desk()
      desk.journal = bytes
      desk.restart()
      try desk.send(cue("one more", .say("x", chime: nil), session: "u"))
      desk.pass(.seconds(100_000))
      for _ in 0..<30 { desk.end() }
      #expect(desk.queue.present.allSatisfy { $0.state == .scheduled })
    }
  }
}
