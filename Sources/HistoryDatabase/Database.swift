import CSQLite

/// An SQLite database, open.
final class Database {
  /// What a column or a parameter holds.
  enum Value {
    case integer(Int64)
    case real(Double?)
    case text(String)
  }

  let path: String
  private let handle: OpaquePointer

  /// How long others may keep it locked.
  private static let patience: Int32 = 5_000

  /// - Parameter path: an existing file.
  init(_ path: String) throws(HistoryError) {
    var handle: OpaquePointer?
    // Not for reading alone, also where nothing is to be written: what a crash has left half done is undone first.
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw Self.error(code, String(cString: sqlite3_errstr(code)), path)
    }
    self.path = path
    self.handle = handle
    sqlite3_busy_timeout(handle, Self.patience)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Carries out statements that have no parameters and of which no row is wanted.
  func execute(_ statements: String) throws(HistoryError) {
    try check(sqlite3_exec(handle, statements, nil, nil, nil))
  }

  /// Carries out a statement.
  func execute(_ statement: String, _ values: Value...) throws(HistoryError) {
    _ = try rows(statement, values) { (_) throws(HistoryError) in }
  }

  /// The rows that a statement gives, each made into something.
  func rows<Element>(
    _ statement: String, _ values: [Value] = [], _ make: (Row) throws(HistoryError) -> Element
  ) throws(HistoryError) -> [Element] {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, statement, -1, &prepared, nil))
    defer { sqlite3_finalize(prepared) }
    for (index, value) in zip(1..., values) { try check(bind(value, to: prepared, Int32(index))) }
    var elements: [Element] = []
    while true {
      let code = sqlite3_step(prepared)
      if code == SQLITE_DONE { return elements }
      guard code == SQLITE_ROW, let prepared else { throw error(code) }
      elements.append(try make(Row(statement: prepared)))
    }
  }

  /// The number that a statement gives.
  func integer(_ statement: String) throws(HistoryError) -> Int64 {
    try rows(statement) { (row) throws(HistoryError) in row.integer(0) }.first ?? 0
  }

  /// Does all of it or, where it throws or the program dies meanwhile, nothing.
  func transaction<Result>(_ body: () throws(HistoryError) -> Result) throws(HistoryError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Where SQLite has done so itself, this fails, and nothing is missing.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  private func bind(_ value: Value, to statement: OpaquePointer?, _ index: Int32) -> Int32 {
    switch value {
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let number?): sqlite3_bind_double(statement, index, number)
    case .real(nil): sqlite3_bind_null(statement, index)
    case .text(let text): sqlite_bind_copy(statement, index, text, Int32(text.utf8.count))
    }
  }

  private func check(_ code: Int32) throws(HistoryError) {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func error(_ code: Int32) -> HistoryError {
    Self.error(code, String(cString: sqlite3_errmsg(handle)), path)
  }

  private static func error(_ code: Int32, _ message: String, _ path: String) -> HistoryError {
    // The low byte is the error; what is above says more of it.
    switch code & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_SCHEMA, SQLITE_ERROR: .damaged(path: path, reason: message)
    case SQLITE_BUSY, SQLITE_LOCKED: .busy(path: path)
    default: .unwritable(path: path, reason: message)
    }
  }
}

/// A row that a statement gives, valid until the next. Columns are counted from 0.
struct Row {
  fileprivate let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// Nil for NULL.
  func real(_ column: Int32) -> Double? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : sqlite3_column_double(statement, column)
  }

  func text(_ column: Int32) -> String {
    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
  }
}
