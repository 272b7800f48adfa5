import FoundationEssentials
import History

/// A history as a table: a row for each run, after it a row for each of its segments, pauses and paces, and at the end a
/// row for each mark. What does not concern a row is empty in it.
extension HistoryDocument {
  private enum Column: String, CaseIterable {
    case record, id, week, day, kind, start, end, movingSeconds = "moving_seconds"
    case distanceMetres = "distance_metres"
    case outcome, made
    case secondsPerKilometre = "seconds_per_kilometre"

    /// Files without paces need no column for them.
    var isNeeded: Bool { self != .secondsPerKilometre }
  }

  var csv: String {
    var rows = [Dictionary(uniqueKeysWithValues: Column.allCases.map { ($0, $0.rawValue) })]
    for run in runs {
      rows.append([
        .record: "run", .id: run.id, .week: "\(run.week)", .day: "\(run.day)", .start: run.start, .end: run.end,
        .movingSeconds: "\(run.movingSeconds)", .distanceMetres: run.distanceMetres.map { "\($0)" } ?? "",
        .outcome: run.outcome,
      ])
      for segment in run.segments {
        rows.append([
          .record: "segment", .id: run.id, .kind: segment.kind, .start: segment.start, .end: segment.end,
          .movingSeconds: "\(segment.movingSeconds)", .distanceMetres: segment.distanceMetres.map { "\($0)" } ?? "",
        ])
      }
      for pause in run.pauses ?? [] {
        rows.append([.record: "pause", .id: run.id, .start: pause.start, .end: pause.end])
      }
      for pace in run.paces ?? [] {
        rows.append([
          .record: "pace", .id: run.id, .movingSeconds: "\(pace.movingSeconds)",
          .secondsPerKilometre: "\(pace.secondsPerKilometre)",
        ])
      }
    }
    for mark in marks {
      rows.append([
        .record: "mark", .week: "\(mark.week)", .day: "\(mark.day)",
        .outcome: mark.done ? "done" : "not done", .made: mark.made,
      ])
    }
    return rows.map { row in Column.allCases.map { row[$0] ?? "" }.joined(separator: ",") }.joined(separator: "\n")
  }

  /// The history that a CSV file holds. Its columns may stand in any order, beside others.
  static func history(csv: Data) throws(ImportError) -> RunHistory {
    var rows = try CSVRow.rows(of: String(decoding: csv, as: UTF8.self))[...]
    guard let head = rows.popFirst() else {
      throw ImportError(place: "line 1", reason: "the columns' names are missing")
    }
    var indices: [Column: Int] = [:]
    for column in Column.allCases {
      guard let index = head.fields.firstIndex(of: column.rawValue) else {
        guard column.isNeeded else { continue }
        throw ImportError(place: "line \(head.line)", reason: "the column \(column.rawValue) is missing")
      }
      indices[column] = index
    }
    return try history(
      rows.map { row in
        let values = indices.mapValues { $0 < row.fields.count ? row.fields[$0] : "" }
        return Values(line: row.line, values: values)
      })
  }

  private struct Values {
    let line: Int
    let values: [Column: String]

    subscript(column: Column) -> String { values[column] ?? "" }

    var place: ImportPlace { ImportPlace(prefix: "line \(line), ") }

    func integer(_ column: Column) throws(ImportError) -> Int {
      guard let number = Int(self[column]) else {
        throw place.error(column.rawValue, "must be a whole number, not \(quoted(column))")
      }
      return number
    }

    func number(_ column: Column) throws(ImportError) -> Double {
      guard let number = Double(self[column]) else {
        throw place.error(column.rawValue, "must be a number, not \(quoted(column))")
      }
      return number
    }

    func distance() throws(ImportError) -> Double? { self[.distanceMetres].isEmpty ? nil : try number(.distanceMetres) }

    func quoted(_ column: Column) -> String { self[column].isEmpty ? "empty" : self[column] }
  }

  private static func history(_ rows: [Values]) throws(ImportError) -> RunHistory {
    var document = HistoryDocument(runs: [], marks: [])
    /// Where each run stands, and its parts.
    var places: [(run: ImportPlace, segments: [ImportPlace], pauses: [ImportPlace], paces: [ImportPlace])] = []
    var markPlaces: [ImportPlace] = []
    for row in rows {
      switch row[.record] {
      case "run":
        document.runs.append(try run(row))
        places.append((row.place, [], [], []))
      case "segment":
        let last = try document.lastRun(for: row)
        document.runs[last].segments.append(try segment(row))
        places[last].segments.append(row.place)
      case "pause":
        let last = try document.lastRun(for: row)
        document.runs[last].pauses = (document.runs[last].pauses ?? []) + [pause(row)]
        places[last].pauses.append(row.place)
      case "pace":
        let last = try document.lastRun(for: row)
        document.runs[last].paces = (document.runs[last].paces ?? []) + [try pace(row)]
        places[last].paces.append(row.place)
      case "mark":
        document.marks.append(try mark(row))
        markPlaces.append(row.place)
      default: throw row.place.error("record", "must be run, segment, pause, pace or mark, not \(row.quoted(.record))")
      }
    }
    return try document.history(
      at: ImportPlaces(
        run: { places[$0].run }, segment: { places[$0].segments[$1] }, pause: { places[$0].pauses[$1] },
        pace: { places[$0].paces[$1] }, mark: { markPlaces[$0] }))
  }

  /// The number of the run that a row belongs to.
  private func lastRun(for row: Values) throws(ImportError) -> Int {
    guard let last = runs.indices.last, runs[last].id == row[.id] else {
      throw row.place.error("id", "must be that of the run above it, not \(row.quoted(.id))")
    }
    return last
  }

  private static func run(_ row: Values) throws(ImportError) -> RunDocument {
    RunDocument(
      id: row[.id], week: try row.integer(.week), day: try row.integer(.day), start: row[.start], end: row[.end],
      movingSeconds: try row.number(.movingSeconds), distanceMetres: try row.distance(), outcome: row[.outcome],
      segments: [])
  }

  private static func segment(_ row: Values) throws(ImportError) -> SegmentDocument {
    SegmentDocument(
      kind: row[.kind], start: row[.start], end: row[.end], movingSeconds: try row.number(.movingSeconds),
      distanceMetres: try row.distance())
  }

  private static func pause(_ row: Values) -> PauseDocument { PauseDocument(start: row[.start], end: row[.end]) }

  private static func pace(_ row: Values) throws(ImportError) -> PaceDocument {
    PaceDocument(
      movingSeconds: try row.number(.movingSeconds), secondsPerKilometre: try row.number(.secondsPerKilometre))
  }

  private static func mark(_ row: Values) throws(ImportError) -> MarkDocument {
    guard ["done", "not done"].contains(row[.outcome]) else {
      throw row.place.error("outcome", "must be done or not done, not \(row.quoted(.outcome))")
    }
    return MarkDocument(
      week: try row.integer(.week), day: try row.integer(.day), done: row[.outcome] == "done", made: row[.made])
  }
}
