/// The tables. Times are microseconds since 1970, lengths microseconds.
enum Schema {
  /// As `user_version` counts them.
  static var version: Int64 { Int64(steps.count) }
  /// By which SQLite and `file` know whose database it is: "c5k" and a number, in a field for it.
  static let application: Int64 = 0x6335_6B01

  /// What makes each version out of the one before it; the first, out of nothing.
  static let steps = [first, second]

  /// What makes the latest version out of that one.
  static func statements(from version: Int64) -> String {
    steps.dropFirst(Int(version)).joined(separator: "\n") + "\nPRAGMA user_version = \(Self.version);"
  }

  private static let first = """
    CREATE TABLE run (
      id TEXT NOT NULL PRIMARY KEY,
      week INTEGER NOT NULL,
      day INTEGER NOT NULL,
      start_usec INTEGER NOT NULL,
      end_usec INTEGER NOT NULL,
      moving_usec INTEGER NOT NULL,
      metres REAL,
      outcome TEXT NOT NULL
    ) STRICT;
    CREATE TABLE segment (
      run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      kind TEXT NOT NULL,
      start_usec INTEGER NOT NULL,
      end_usec INTEGER NOT NULL,
      moving_usec INTEGER NOT NULL,
      metres REAL,
      PRIMARY KEY (run, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE mark (
      week INTEGER NOT NULL,
      day INTEGER NOT NULL,
      is_done INTEGER NOT NULL,
      made_usec INTEGER NOT NULL,
      PRIMARY KEY (week, day)
    ) STRICT, WITHOUT ROWID;
    PRAGMA application_id = \(application);
    """

  /// What a track says, and when the run stood still, so that it is not measured there.
  private static let second = """
    CREATE TABLE pause (
      run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      start_usec INTEGER NOT NULL,
      end_usec INTEGER NOT NULL,
      PRIMARY KEY (run, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pace (
      run TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      at_usec INTEGER NOT NULL,
      kilometre_usec INTEGER NOT NULL,
      PRIMARY KEY (run, at_usec)
    ) STRICT, WITHOUT ROWID;
    """
}
