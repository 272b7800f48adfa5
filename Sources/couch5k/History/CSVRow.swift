/// A row of a table of comma-separated values (RFC 4180).
struct CSVRow: Equatable {
  /// In which line of the file it begins, counted from 1.
  let line: Int
  let fields: [String]

  /// The rows of a table; empty lines are none. Lines may end as on any system, and a byte order mark may come first.
  static func rows(of text: String) throws(ImportError) -> [CSVRow] {
    var reader = Reader()
    // As Unicode scalars: to Swift, a carriage return and a line feed are one character.
    let scalars = text.unicodeScalars
    for scalar in scalars.dropFirst(scalars.first == "\u{FEFF}" ? 1 : 0) { reader.read(scalar) }
    return try reader.finished()
  }

  private struct Reader {
    private enum State { case plain, quoted, quoteInQuoted }

    private var rows: [CSVRow] = []
    private var fields: [String] = []
    private var field = ""
    private var state = State.plain
    private var line = 1
    private var firstLine = 1

    mutating func read(_ scalar: Unicode.Scalar) {
      switch (state, scalar) {
      case (.quoted, "\""): state = .quoteInQuoted
      case (.quoted, _): field.unicodeScalars.append(scalar)
      case (.quoteInQuoted, "\""):
        field += "\""
        state = .quoted
        return
      case (_, ","): endField()
      case (_, "\n"): endRow()
      case (_, "\r"): break
      case (.plain, "\"") where field.isEmpty: state = .quoted
      default: field.unicodeScalars.append(scalar)
      }
      if scalar == "\n" { line += 1 }
      if scalar == "\n", state == .plain { firstLine = line }
    }

    mutating func finished() throws(ImportError) -> [CSVRow] {
      guard state != .quoted else { throw ImportError(place: "line \(firstLine)", reason: "a quotation does not end") }
      endRow()
      return rows
    }

    private mutating func endField() {
      fields.append(field)
      field = ""
      state = .plain
    }

    private mutating func endRow() {
      endField()
      if fields != [""] { rows.append(CSVRow(line: firstLine, fields: fields)) }
      fields = []
    }
  }
}
