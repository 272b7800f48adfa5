import CalendarTime
import Cue
import FoundationEssentials
import History
import Testing
import Workout

@testable import couch5k

/// The history as JSON and CSV.
@Suite struct ExchangeTests {
  private static func time(_ microseconds: Int64) -> WallTime {
    WallTime(microseconds: 1_700_000_000_000_000 + microseconds)
  }

  private static let history = RunHistory(
    runs: (0..<27).map { number in
      let start = time(Int64(number) * 86_400_000_001)
      let segments = Plan.workouts[number].intervals.enumerated().map { index, interval in
        Segment(
          interval.kind, start: start + .seconds(index), end: start + .seconds(index + 1),
          moving: .microseconds(999_999),
          metres: index == 1 ? nil : 100.1 * Double(index))
      }
      return CompletedRun(
        id: RunID(), workout: WorkoutID.allCases[number], start: start, end: start + .seconds(1_800),
        moving: .microseconds(1_799_999_999), metres: number % 2 == 0 ? nil : 4_200.3,
        outcome: number == 5 ? .endedEarly : .completed, segments: segments,
        pauses: number % 3 == 0 ? [] : [CompletedRun.Pause(start: start, end: start + .microseconds(2_000_001))],
        paces: number % 4 == 0
          ? [] : [30, 60].map { PaceReading(at: .seconds($0), Pace(perKilometre: .microseconds(400_000_001))) })
    },
    marks: [WorkoutID.allCases[3]: Mark(isDone: true, made: time(1)), .first: Mark(isDone: false, made: time(2))])

  private static var json: String { HistoryDocument(history).json }
  private static var csv: String { HistoryDocument(history).csv }

  @Test func `What is exported is imported the same, as JSON and as CSV`() throws {
    #expect(try HistoryDocument.history(json: Data(Self.json.utf8)) == Self.history)
    #expect(try HistoryDocument.history(csv: Data(Self.csv.utf8)) == Self.history)
    let empty = HistoryDocument(RunHistory())
    #expect(try HistoryDocument.history(json: Data(empty.json.utf8)) == RunHistory())
    #expect(try HistoryDocument.history(csv: Data(empty.csv.utf8)) == RunHistory())
  }

  @Test func `A spreadsheet may quote fields, add columns and end lines in its way`() throws {
    let lines = Self.csv.split(separator: "\n").map { line in
      "more," + line.split(separator: ",", omittingEmptySubsequences: false).map { "\"\($0)\"" }.joined(separator: ",")
    }
    #expect(try HistoryDocument.history(csv: Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)) == Self.history)
  }

  @Test func `A byte order mark is no part of the first column's name`() throws {
    #expect(try HistoryDocument.history(csv: Data("\u{FEFF}\(Self.csv)".utf8)) == Self.history)
  }

  @Test func `Files from before there were pauses and paces are read all the same`() throws {
    let rows = Self.csv.split(separator: "\n").filter { !$0.hasPrefix("pause") && !$0.hasPrefix("pace") }
    let old = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false).dropLast().joined(separator: ",") }
    let read = try HistoryDocument.history(csv: Data(old.joined(separator: "\n").utf8))
    #expect(read.runs.map(\.segments) == Self.history.runs.map(\.segments) && read.marks == Self.history.marks)
    #expect(read.runs.allSatisfy { $0.pauses.isEmpty && $0.paces.isEmpty })
  }

  @Test func `Rows of comma-separated values know their line, also after a quoted line break`() throws {
    let rows = try CSVRow.rows(of: "a,\"b \"\"c\"\"\n,d\",\n\n,\r\n\"e\"")
    let expected = [
      CSVRow(line: 1, fields: ["a", "b \"c\"\n,d", ""]), CSVRow(line: 4, fields: ["", ""]),
      CSVRow(line: 5, fields: ["e"]),
    ]
    #expect(rows == expected)
    #expect(throws: ImportError(place: "line 2", reason: "a quotation does not end")) {
      try CSVRow.rows(of: "a\nb,\"c\nd")
    }
  }

  @Test(arguments: [
    ("\"week\" : 1", "\"week\" : 10", "runs[0].week: must be 1 to 9, not 10"),
    ("\"week\" : 1", "\"week\" : \"1\"", "runs[0].week: must be a whole number"),
    ("\"day\" : 1,", "\"day\" : 0,", "runs[0].day: must be 1 to 3, not 0"),
    ("\"kind\" : \"warmup\"", "\"kind\" : \"swim\"", "runs[0].segments[0].kind: must be warmup, run, walk or"),
    ("\"outcome\" : \"ended early\"", "\"outcome\" : \"won\"", "runs[5].outcome: must be completed or ended early"),
    ("\"made\" : ", "\"mad\" : ", "marks[0].made: is missing"),
    ("\"seconds_per_kilometre\" : 4", "\"seconds_per_kilometre\" : -4", "runs[1].paces[0].seconds_per_kilometre: must"),
    ("\"moving_seconds\" : 1799.", "\"moving_seconds\" : -1799.", "runs[0].moving_seconds: must be 0 to 1000000"),
    ("2023-11-14T22:13:20", "2023-11-31T22:13:20", "must be a time such as 2026-11-30T07:15:00Z, not 2023-11-31"),
    ("\"marks\" : [", "\"marks\" : {", "the file: is no JSON"),
  ])
  func `What is wrong in a JSON file is named by its place`(old: String, new: String, message: String) throws {
    var json = Self.json
    let runs = try #require(json.firstRange(of: "\"runs\"")).lowerBound
    let range = try #require(json[(message.hasPrefix("runs") ? runs : json.startIndex)...].firstRange(of: old))
    json.replaceSubrange(range, with: new)
    let error = try #require(throws: ImportError.self) { try HistoryDocument.history(json: Data(json.utf8)) }
    #expect(error.description.contains(message), "\(error)")
  }

  @Test(arguments: [
    (2, 2, "x", "line 2, week: must be a whole number, not x"), (2, 2, "", "line 2, week: must be a whole number"),
    (2, 3, "4", "line 2, day: must be 1 to 3, not 4"), (2, 1, "7", "line 2, id: must be a UUID, not 7"),
    (3, 1, "7", "line 3, id: must be that of the run above it, not 7"),
    (3, 4, "swim", "line 3, kind: must be warmup, run, walk or cooldown, not swim"),
    (3, 6, "2001-01-01T00:00:00Z", "line 3, end: must not be before the start"),
    (3, 7, "nan", "line 3, moving_seconds: must be 0 to 1000000 seconds, not nan"),
    (3, 8, "-1", "line 3, distance_metres: must be 0 to 1000000 metres, not -1.0"),
    (3, 0, "lap", "line 3, record: must be run, segment, pause, pace or mark, not lap"),
    (2, 9, "won", "line 2, outcome: must be completed or ended early, not won"),
    (1, 9, "end", "line 1: the column outcome is missing"),
  ])
  func `What is wrong in a CSV file is named by its line and column`(
    line: Int, column: Int, text: String, message: String
  ) throws {
    var rows = Self.csv.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    // A run's segments bear its id, too.
    let isRunID = line == 2 && column == 1
    let id = rows[1][1]
    for index in rows.indices where index == line - 1 || isRunID && rows[index][1] == id { rows[index][column] = text }
    let csv = rows.map { $0.joined(separator: ",") }.joined(separator: "\n")
    let error = try #require(throws: ImportError.self) { try HistoryDocument.history(csv: Data(csv.utf8)) }
    #expect(error.description.hasPrefix(message), "\(error)")
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.25Z", 250_000),
    ("2001-09-09T01:46:40.000001Z", 1_000_000_000_000_001),
  ])
  func `A time is read in UTC to the microsecond`(text: String, microseconds: Int64) {
    #expect(WallTime(utc: text)?.microseconds == microseconds)
    #expect(WallTime(utc: WallTime(microseconds: microseconds).utc)?.microseconds == microseconds)
  }

  @Test(arguments: [
    "", "Z", "1970-01-01T00:00:00", "1970-01-01 00:00:00Z", "1970-1-1T00:00:00Z", "1970-01-01T00:00:00.Z",
    "1970-01-01T00:00:00.1234567Z", "2023-02-29T00:00:00Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:61Z",
    "1970-01-01T00:00:00Z and more Z",
  ])
  func `What is no such time is none`(text: String) { #expect(WallTime(utc: text) == nil) }
}
