import Cue
import Glibc
import History
import Testing
import Workout

@testable import HistoryDatabase

@Suite struct HistoryFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/state/couch5k/history.sqlite" }

  private static func run(
    _ number: Int, at seconds: Int64 = 0, id: RunID = RunID(), metres: Double? = nil
  ) -> CompletedRun {
    let start = WallTime(microseconds: seconds * 1_000_000 + 123_456)
    return CompletedRun(
      id: id, workout: WorkoutID.allCases[number - 1], start: start, end: start + .seconds(100),
      moving: .microseconds(99_999_999), metres: metres, outcome: .endedEarly,
      segments: [
        Segment(.warmup, start: start, end: start + .seconds(60), moving: .seconds(59)),
        Segment(.run, start: start + .seconds(60), end: start + .seconds(100), moving: .seconds(40), metres: 123.4),
      ],
      pauses: [CompletedRun.Pause(start: start + .seconds(10), end: start + .microseconds(11_000_001))],
      paces: [30, 60].map { PaceReading(at: .seconds($0), Pace(perKilometre: .microseconds(400_000_003))) })
  }

  @Test func `Where there is no file there is no history, and reading makes none`() throws {
    #expect(try HistoryFile.read(path) == RunHistory())
    #expect(access(path, F_OK) != 0)
  }

  @Test func `What was stored is read again to the microsecond, by another opening of the file`() throws {
    let runs = [Self.run(1, at: 5, metres: 2_345.678), Self.run(27, at: 9)]
    let mark = Mark(isDone: true, made: WallTime(microseconds: 77))
    let file = try HistoryFile(path)
    for run in runs.reversed() { try file.record(run) }
    try file.mark([.first], mark)
    #expect(try HistoryFile.read(path) == RunHistory(runs: runs, marks: [.first: mark]))
  }

  @Test func `Folder and file are for nobody else to read`() throws {
    _ = try HistoryFile(path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(folder.path + "/state/couch5k", &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test func `A run that is recorded again takes the place of the first`() throws {
    let file = try HistoryFile(path)
    let first = Self.run(1)
    try file.record(first)
    let second = CompletedRun(
      id: first.id, workout: .first, start: first.start, end: first.end, moving: .seconds(1_800), metres: nil,
      outcome: .completed, segments: [])
    try file.record(second)
    #expect(try file.history() == RunHistory(runs: [second]))
  }

  @Test func `The same history added twice is stored once, and what is here stays as it is`() throws {
    let file = try HistoryFile(path)
    let run = Self.run(1, metres: 1_000)
    try file.record(run)
    try file.mark([.first], Mark(isDone: false, made: WallTime(microseconds: 10)))
    let (other, twin) = (Self.run(2, at: 50), Self.run(1, id: run.id))
    let second = try #require(WorkoutID(week: 1, day: 2))
    let marks = [
      WorkoutID.first: Mark(isDone: true, made: WallTime(microseconds: 9)),
      second: Mark(isDone: true, made: WallTime(microseconds: 1)),
    ]
    let history = RunHistory(runs: [other, twin, other], marks: marks)
    #expect(try file.add(history) == .init(runs: 1, marks: 1))
    #expect(try file.add(history) == .init(runs: 0, marks: 0))
    let stored = try file.history()
    #expect(stored.runs == [run, other])
    #expect(stored.marks.mapValues(\.isDone) == [.first: false, second: true])
  }

  @Test func `A run is changed, and no other`() throws {
    let file = try HistoryFile(path)
    let (run, other) = (Self.run(1), Self.run(2, at: 500))
    for run in [run, other] { try file.record(run) }
    let changed = try file.update(run.id) { $0.setDistance(4_321.5) }
    #expect(changed?.metres == 4_321.5 && changed?.segments.allSatisfy { $0.metres == nil } == true)
    #expect(try file.history().runs == [changed, other])
    #expect(try file.update(RunID()) { $0.setDistance(1) } == nil)
    #expect(try file.history().runs.count == 2)
  }

  @Test func `A file of the first version is brought to the present one when it is opened, and keeps what it holds`()
    throws
  {
    _ = try HistoryFile(path)
    write([], to: path)
    let run = Self.run(3)
    do {
      let old = try Database(path)
      try old.execute(Schema.steps[0] + "PRAGMA user_version = 1;")
      try old.execute(
        "INSERT INTO run (id, week, day, start_usec, end_usec, moving_usec, metres, outcome) VALUES (?,1,3,0,9,9,4000,?)",
        .text(run.id.description), .text("completed"))
    }
    let expected = CompletedRun(
      id: run.id, workout: run.workout, start: WallTime(microseconds: 0), end: WallTime(microseconds: 9),
      moving: .microseconds(9), metres: 4_000, outcome: .completed, segments: [])
    #expect(try HistoryFile.read(path) == RunHistory(runs: [expected]))
    #expect(try Database(path).integer("PRAGMA user_version") == Schema.version)
    try HistoryFile(path).record(Self.run(4, at: 100))
    #expect(try HistoryFile.read(path).runs.last?.paces.count == 2)
  }

  @Test func `A damaged file is told and left as it is`() throws {
    do {
      let file = try HistoryFile(path)
      for number in 1...27 { try file.record(Self.run(number)) }
    }
    let whole = try #require(bytes(of: path))
    let damaged: [[UInt8]] = [
      Array(String(repeating: "This is no database. ", count: 10).utf8),
      Array(whole.prefix(whole.count / 2)),
      Array(whole.prefix(4_096)) + Array(repeating: 0x5A, count: whole.count - 4_096),
    ]
    for content in damaged {
      write(content, to: path)
      let error = try #require(throws: HistoryError.self) { try HistoryFile.read(path) }
      guard case .damaged(path, _) = error else {
        Issue.record(error)
        continue
      }
      #expect(throws: error) { try HistoryFile(path) }
      #expect(bytes(of: path) == content)
    }
  }

  @Test func `A file of a newer version, and one of another program, are refused and left as they are`() throws {
    _ = try HistoryFile(path)
    // The header's fields: user_version at 60, application_id at 68 (https://sqlite.org/fileformat2.html).
    var newer = try #require(bytes(of: path))
    newer[63] = UInt8(Schema.version) + 1
    write(newer, to: path)
    #expect(throws: HistoryError.newer(path: path, version: Schema.version + 1)) { try HistoryFile(path) }
    #expect(bytes(of: path) == newer)
    var foreign = newer
    foreign[71] = 9
    write(foreign, to: path)
    #expect(throws: HistoryError.foreign(path: path)) { try HistoryFile(path) }
    #expect(bytes(of: path) == foreign)
  }

  @Test func `An empty file, as a crash may leave, becomes a history`() throws {
    _ = try HistoryFile(path)
    write([], to: path)
    #expect(try HistoryFile.read(path) == RunHistory())
    try HistoryFile(path).record(Self.run(1))
    #expect(try HistoryFile.read(path).runs.count == 1)
  }

  @Test func `Where no folder can be made, the error names it`() {
    let path = "/proc/nowhere/couch5k/history.sqlite"
    let error = #expect(throws: HistoryError.self) { try HistoryFile(path) }
    guard case .system("/proc/nowhere", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    (["XDG_STATE_HOME": "/state", "HOME": "/home/a"], "/state/couch5k/history.sqlite"),
    (["XDG_STATE_HOME": "state", "HOME": "/home/a"], "/home/a/.local/state/couch5k/history.sqlite"),
    (["HOME": "/home/a"], "/home/a/.local/state/couch5k/history.sqlite"),
  ])
  func `The file is where state is kept`(environment: [String: String], path: String) throws {
    #expect(try HistoryFile.standardPath(environment: environment) == path)
  }

  @Test func `Without HOME there is no place for it`() {
    #expect(throws: HistoryError.noFolder) { try HistoryFile.standardPath(environment: [:]) }
  }
}

private func bytes(of path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 10_000_000)
  let count = read(descriptor, &bytes, bytes.count)
  return Array(bytes.prefix(max(0, count)))
}

private func write(_ bytes: [UInt8], to path: String) {
  let descriptor = open(path, O_WRONLY | O_TRUNC)
  precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "the file takes it all")
  close(descriptor)
}

/// A folder that lasts as long as this object.
private final class TemporaryFolder: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/history-tests-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no temporary folder")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in ["/state/couch5k/history.sqlite", "/state/couch5k/history.sqlite-journal"] { unlink(path + name) }
    for folder in ["/state/couch5k", "/state", ""] { rmdir(path + folder) }
  }
}
