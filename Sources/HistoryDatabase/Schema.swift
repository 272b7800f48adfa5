/// The tables, as `user_version` 1 has them. Times are microseconds since 1970, lengths microseconds.
enum Schema {
  static let version: Int64 = 1
  /// By which SQLite and `file` know whose database it is: "c5k" and a number, in a field for it.
  static let application: Int64 = 0x6335_6B01

  static let statements = """
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
    PRAGMA user_version = \(version);
    """
}
