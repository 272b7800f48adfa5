import Cue
import Glibc
import History
import Workout

/// The history, in a file of SQLite's. Each change is whole, and on the disk, before the call that makes it returns: a
/// crash or a power cut at any moment costs nothing older.
public final class HistoryFile {
  private let database: Database

  /// `$XDG_STATE_HOME/couch5k`, or in `~/.local/state`: what outlives a run is kept there.
  ///
  /// - Throws: ``HistoryError/noFolder``.
  public static func standardFolder(environment: [String: String]) throws(HistoryError) -> String {
    if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/couch5k" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noFolder }
    return home + "/.local/state/couch5k"
  }

  /// The history in the ``standardFolder(environment:)``.
  ///
  /// - Throws: ``HistoryError/noFolder``.
  public static func standardPath(environment: [String: String]) throws(HistoryError) -> String {
    try standardFolder(environment: environment) + "/history.sqlite"
  }

  /// What the file holds; nothing where there is none.
  public static func read(_ path: String) throws(HistoryError) -> RunHistory {
    var status = stat()
    guard stat(path, &status) == 0 || errno != ENOENT else { return RunHistory() }
    return try HistoryFile(existing: path).history()
  }

  /// Opens the file for changes. Where there is none, it is made, and the folders above it, for nobody else to read.
  public convenience init(_ path: String) throws(HistoryError) {
    try Self.makeFolders(above: path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(path: path, reason: String(cString: strerror(errno))) }
    close(descriptor)
    try self.init(existing: path)
  }

  private init(existing path: String) throws(HistoryError) {
    database = try Database(path)
    // EXTRA: after a power cut, too, what was committed stays so (https://sqlite.org/pragma.html#pragma_synchronous).
    try database.execute("PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON")
    try checkSchema()
  }

  private static func makeFolders(above path: String) throws(HistoryError) {
    let parts = path.split(separator: "/").dropLast()
    for count in parts.indices {
      let folder = "/" + parts[...count].joined(separator: "/")
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST || isFolder(folder) else {
        throw .system(path: folder, reason: String(cString: strerror(errno)))
      }
    }
  }

  /// A folder that cannot be made may be there, such as on a file system that is read-only.
  private static func isFolder(_ path: String) -> Bool {
    let error = errno
    defer { errno = error }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

// MARK: - Schema

extension HistoryFile {
  private func checkSchema() throws(HistoryError) {
    if try isEmpty() {
      // Another process may be at it, too.
      try database.transaction { () throws(HistoryError) in
        if try isEmpty() { try database.execute(Schema.statements(from: 0)) }
      }
    }
    guard try database.integer("PRAGMA application_id") == Schema.application else {
      throw .foreign(path: database.path)
    }
    let version = try self.version()
    guard version <= Schema.version else { throw .newer(path: database.path, version: version) }
    let report = try database.rows("PRAGMA quick_check(1)") { (row) throws(HistoryError) in row.text(0) }
    guard report == ["ok"] else { throw .damaged(path: database.path, reason: report.first ?? "unreadable") }
    if version < Schema.version {
      try database.transaction { () throws(HistoryError) in
        try database.execute(Schema.statements(from: self.version()))
      }
    }
  }

  private func version() throws(HistoryError) -> Int64 { try database.integer("PRAGMA user_version") }

  private func isEmpty() throws(HistoryError) -> Bool {
    guard try database.integer("PRAGMA application_id") == 0 else { return false }
    return try database.integer("SELECT count(*) FROM sqlite_schema") == 0
  }
}

// MARK: - Reading

extension HistoryFile {
  /// All of it, as it is at one moment.
  public func history() throws(HistoryError) -> RunHistory {
    try database.execute("BEGIN")
    let history = Result { () throws(HistoryError) in try RunHistory(runs: runs(), marks: marks()) }
    try database.execute("COMMIT")
    return try history.get()
  }

  private func runs() throws(HistoryError) -> [CompletedRun] {
    let (segments, pauses, paces) = (try segments(), try pauses(), try paces())
    return try database.rows(
      "SELECT id, week, day, start_usec, end_usec, moving_usec, metres, outcome FROM run"
    ) { (row) throws(HistoryError) in
      let text = row.text(0)
      guard let id = RunID(text), let outcome = CompletedRun.Outcome(rawValue: row.text(7)) else {
        throw .damaged(path: database.path, reason: "run \(text)")
      }
      return CompletedRun(
        id: id, workout: try workout(row, 1), start: row.time(3), end: row.time(4), moving: row.duration(5),
        metres: row.real(6), outcome: outcome, segments: segments[text] ?? [], pauses: pauses[text] ?? [],
        paces: paces[text] ?? [])
    }
  }

  private func segments() throws(HistoryError) -> [String: [Segment]] {
    let rows = try database.rows(
      "SELECT run, kind, start_usec, end_usec, moving_usec, metres FROM segment ORDER BY run, position"
    ) { (row) throws(HistoryError) in
      guard let kind = Interval.Kind(rawValue: row.text(1)) else {
        throw .damaged(path: database.path, reason: "a segment of run \(row.text(0))")
      }
      let segment = Segment(
        kind, start: row.time(2), end: row.time(3), moving: row.duration(4), metres: row.real(5))
      return (run: row.text(0), segment: segment)
    }
    return Dictionary(grouping: rows, by: \.run).mapValues { $0.map(\.segment) }
  }

  private func pauses() throws(HistoryError) -> [String: [CompletedRun.Pause]] {
    let rows = try database.rows("SELECT run, start_usec, end_usec FROM pause ORDER BY run, position") {
      (row) throws(HistoryError) in
      (run: row.text(0), pause: CompletedRun.Pause(start: row.time(1), end: row.time(2)))
    }
    return Dictionary(grouping: rows, by: \.run).mapValues { $0.map(\.pause) }
  }

  private func paces() throws(HistoryError) -> [String: [PaceReading]] {
    let rows = try database.rows("SELECT run, at_usec, kilometre_usec FROM pace ORDER BY run, at_usec") {
      (row) throws(HistoryError) in
      (run: row.text(0), reading: PaceReading(at: row.duration(1), Pace(perKilometre: row.duration(2))))
    }
    return Dictionary(grouping: rows, by: \.run).mapValues { $0.map(\.reading) }
  }

  private func marks() throws(HistoryError) -> [WorkoutID: Mark] {
    let rows = try database.rows("SELECT week, day, is_done, made_usec FROM mark") { (row) throws(HistoryError) in
      (try workout(row, 0), Mark(isDone: row.integer(2) != 0, made: row.time(3)))
    }
    return Dictionary(rows) { $1 }
  }

  private func workout(_ row: Row, _ column: Int32) throws(HistoryError) -> WorkoutID {
    let (week, day) = (row.integer(column), row.integer(column + 1))
    guard let id = WorkoutID(week: Int(week), day: Int(day)) else {
      throw .damaged(path: database.path, reason: "the plan has no week \(week), run \(day)")
    }
    return id
  }
}

extension Row {
  fileprivate func time(_ column: Int32) -> WallTime { WallTime(microseconds: integer(column)) }
  fileprivate func duration(_ column: Int32) -> Duration { .microseconds(integer(column)) }
}

// MARK: - Changes

extension HistoryFile {
  /// Stores a run. Where it is there already, as one that ended early and went on later, it is replaced.
  public func record(_ run: CompletedRun) throws(HistoryError) {
    try database.transaction { () throws(HistoryError) in try replace(run) }
  }

  /// Changes a run.
  ///
  /// - Returns: the run as it is now; nil where there is none of that id.
  public func update(
    _ id: RunID, _ change: (inout CompletedRun) -> Void
  ) throws(HistoryError) -> CompletedRun? {
    try database.transaction { () throws(HistoryError) in
      guard var run = try runs().first(where: { $0.id == id }) else { return nil }
      change(&run)
      try replace(run)
      return run
    }
  }

  /// Stores what a person said of workouts, in the place of what they said before.
  public func mark(_ workouts: [WorkoutID], _ mark: Mark) throws(HistoryError) {
    try database.transaction { () throws(HistoryError) in
      for workout in workouts { try replaceMark(of: workout, with: mark) }
    }
  }

  /// What was new in a history that was added.
  public struct Added: Hashable, Sendable {
    public var runs = 0
    public var marks = 0
  }

  /// Adds what another history has and this has not: runs with another id, and marks that were made later.
  public func add(_ other: RunHistory) throws(HistoryError) -> Added {
    try database.transaction { () throws(HistoryError) in
      let marks = try marks()
      var known = Set(try runs().map(\.id))
      var added = Added()
      for run in other.runs where known.insert(run.id).inserted {
        try insert(run)
        added.runs += 1
      }
      for (workout, mark) in other.marks where marks[workout].map({ $0.made < mark.made }) ?? true {
        try replaceMark(of: workout, with: mark)
        added.marks += 1
      }
      return added
    }
  }

  private func replace(_ run: CompletedRun) throws(HistoryError) {
    try database.execute("DELETE FROM run WHERE id = ?", .text(run.id.description))
    try insert(run)
  }

  private func insert(_ run: CompletedRun) throws(HistoryError) {
    try database.execute(
      "INSERT INTO run (id, week, day, start_usec, end_usec, moving_usec, metres, outcome) VALUES (?,?,?,?,?,?,?,?)",
      .text(run.id.description), .integer(Int64(run.workout.week)), .integer(Int64(run.workout.day)),
      .integer(run.start.microseconds), .integer(run.end.microseconds), .integer(run.moving.microseconds),
      .real(run.metres), .text(run.outcome.rawValue))
    for (position, segment) in run.segments.enumerated() {
      try database.execute(
        "INSERT INTO segment (run, position, kind, start_usec, end_usec, moving_usec, metres) VALUES (?,?,?,?,?,?,?)",
        .text(run.id.description), .integer(Int64(position)), .text(segment.kind.rawValue),
        .integer(segment.start.microseconds), .integer(segment.end.microseconds),
        .integer(segment.moving.microseconds), .real(segment.metres))
    }
    for (position, pause) in run.pauses.enumerated() {
      try database.execute(
        "INSERT INTO pause (run, position, start_usec, end_usec) VALUES (?,?,?,?)", .text(run.id.description),
        .integer(Int64(position)), .integer(pause.start.microseconds), .integer(pause.end.microseconds))
    }
    for reading in run.paces {
      try database.execute(
        "INSERT OR REPLACE INTO pace (run, at_usec, kilometre_usec) VALUES (?,?,?)", .text(run.id.description),
        .integer(reading.at.microseconds), .integer(reading.pace.perKilometre.microseconds))
    }
  }

  private func replaceMark(of workout: WorkoutID, with mark: Mark) throws(HistoryError) {
    try database.execute(
      "INSERT OR REPLACE INTO mark (week, day, is_done, made_usec) VALUES (?,?,?,?)",
      .integer(Int64(workout.week)), .integer(Int64(workout.day)), .integer(mark.isDone ? 1 : 0),
      .integer(mark.made.microseconds))
  }
}
