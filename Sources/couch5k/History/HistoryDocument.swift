import CalendarTime
import Cue
import FoundationEssentials
import History
import Workout

/// A history as files have it. Its names are those of the JSON, and of the columns of the CSV.
struct HistoryDocument: Codable, Equatable {
  var runs: [RunDocument]
  var marks: [MarkDocument]

  init(_ history: RunHistory) {
    runs = history.runs.map(RunDocument.init)
    marks = history.marks.sorted { $0.key < $1.key }.map { MarkDocument($0.key, $0.value) }
  }

  init(runs: [RunDocument], marks: [MarkDocument]) {
    self.runs = runs
    self.marks = marks
  }
}

struct RunDocument: Codable, Equatable {
  var id: String
  var week: Int
  var day: Int
  var start: String
  var end: String
  var movingSeconds: Double
  var distanceMetres: Double?
  var outcome: String
  var segments: [SegmentDocument]
  /// Absent: there were none.
  var pauses: [PauseDocument]?
  /// Absent: none is known.
  var paces: [PaceDocument]?

  enum CodingKeys: String, CodingKey {
    case id, week, day, start, end, outcome, segments, pauses, paces
    case movingSeconds = "moving_seconds"
    case distanceMetres = "distance_metres"
  }
}

struct SegmentDocument: Codable, Equatable {
  var kind: String
  var start: String
  var end: String
  var movingSeconds: Double
  var distanceMetres: Double?

  enum CodingKeys: String, CodingKey {
    case kind, start, end
    case movingSeconds = "moving_seconds"
    case distanceMetres = "distance_metres"
  }
}

struct PauseDocument: Codable, Equatable {
  var start: String
  var end: String
}

/// The pace of a half minute, at whose end so much of the run was over.
struct PaceDocument: Codable, Equatable {
  var movingSeconds: Double
  var secondsPerKilometre: Double

  enum CodingKeys: String, CodingKey {
    case movingSeconds = "moving_seconds"
    case secondsPerKilometre = "seconds_per_kilometre"
  }
}

struct MarkDocument: Codable, Equatable {
  var week: Int
  var day: Int
  var done: Bool
  var made: String
}

// MARK: - From the history

extension RunDocument {
  init(_ run: CompletedRun) {
    id = run.id.description
    (week, day) = (run.workout.week, run.workout.day)
    (start, end) = (run.start.utc, run.end.utc)
    movingSeconds = run.moving.fractionalSeconds
    distanceMetres = run.metres
    outcome = run.outcome.rawValue
    segments = run.segments.map(SegmentDocument.init)
    pauses = run.pauses.isEmpty ? nil : run.pauses.map { PauseDocument(start: $0.start.utc, end: $0.end.utc) }
    paces = run.paces.isEmpty ? nil : run.paces.map(PaceDocument.init)
  }
}

extension PaceDocument {
  init(_ reading: PaceReading) {
    movingSeconds = reading.at.fractionalSeconds
    secondsPerKilometre = reading.pace.perKilometre.fractionalSeconds
  }
}

extension SegmentDocument {
  init(_ segment: Segment) {
    kind = segment.kind.rawValue
    (start, end) = (segment.start.utc, segment.end.utc)
    movingSeconds = segment.moving.fractionalSeconds
    distanceMetres = segment.metres
  }
}

extension MarkDocument {
  init(_ id: WorkoutID, _ mark: Mark) {
    self.init(week: id.week, day: id.day, done: mark.isDone, made: mark.made.utc)
  }
}

extension Duration {
  /// To the microsecond.
  fileprivate var fractionalSeconds: Double { Double(microseconds) / 1_000_000 }
}

// MARK: - To the history

/// Where something stands in a file that is imported.
struct ImportPlace {
  /// What stands before a field's name: `runs[3].` or `line 4, `.
  let prefix: String

  func error(_ field: String, _ reason: String) -> ImportError { ImportError(place: prefix + field, reason: reason) }
}

/// Why a file is no history that can be imported.
struct ImportError: Error, Equatable, CustomStringConvertible {
  /// A line, a field or both.
  let place: String
  let reason: String

  var description: String { "\(place): \(reason)" }
}

/// Where the parts of a history stand in a file, by their numbers, counted from 0.
struct ImportPlaces {
  let run: (Int) -> ImportPlace
  /// Of a part of the run of the first number.
  let segment: (Int, Int) -> ImportPlace
  let pause: (Int, Int) -> ImportPlace
  let pace: (Int, Int) -> ImportPlace
  let mark: (Int) -> ImportPlace
}

extension HistoryDocument {
  func history(at places: ImportPlaces) throws(ImportError) -> RunHistory {
    var runs: [CompletedRun] = []
    for (index, document) in self.runs.enumerated() { runs.append(try document.run(index, at: places)) }
    var marks: [WorkoutID: Mark] = [:]
    for (index, document) in self.marks.enumerated() {
      let place = places.mark(index)
      let id = try place.workout(week: document.week, day: document.day)
      marks[id] = Mark(isDone: document.done, made: try place.time("made", document.made))
    }
    return RunHistory(runs: runs, marks: marks)
  }
}

extension RunDocument {
  fileprivate func run(_ index: Int, at places: ImportPlaces) throws(ImportError) -> CompletedRun {
    let place = places.run(index)
    guard let id = RunID(id) else { throw place.error("id", "must be a UUID, not \(id)") }
    guard let outcome = CompletedRun.Outcome(rawValue: outcome) else {
      throw place.error("outcome", "must be completed or ended early, not \(outcome)")
    }
    let (start, end) = try place.times(start, end)
    return CompletedRun(
      id: id, workout: try place.workout(week: week, day: day), start: start, end: end,
      moving: try place.length("moving_seconds", movingSeconds), metres: try place.metres(distanceMetres),
      outcome: outcome,
      segments: try segments.checked { (segment, number) throws(ImportError) in
        try segment.segment(at: places.segment(index, number))
      },
      pauses: try (pauses ?? []).checked { (pause, number) throws(ImportError) in
        let (start, end) = try places.pause(index, number).times(pause.start, pause.end)
        return CompletedRun.Pause(start: start, end: end)
      },
      paces: try (paces ?? []).checked { (pace, number) throws(ImportError) in
        try pace.reading(at: places.pace(index, number))
      })
  }
}

extension Array {
  /// Each element made into something, with its number.
  fileprivate func checked<Result>(
    _ make: (Element, Int) throws(ImportError) -> Result
  ) throws(ImportError) -> [Result] {
    var results: [Result] = []
    for (number, element) in enumerated() { results.append(try make(element, number)) }
    return results
  }
}

extension PaceDocument {
  fileprivate func reading(at place: ImportPlace) throws(ImportError) -> PaceReading {
    PaceReading(
      at: try place.length("moving_seconds", movingSeconds),
      Pace(perKilometre: try place.length("seconds_per_kilometre", secondsPerKilometre)))
  }
}

extension SegmentDocument {
  fileprivate func segment(at place: ImportPlace) throws(ImportError) -> Segment {
    guard let kind = Interval.Kind(rawValue: kind) else {
      throw place.error("kind", "must be warmup, run, walk or cooldown, not \(kind)")
    }
    let (start, end) = try place.times(start, end)
    return Segment(
      kind, start: start, end: end, moving: try place.length("moving_seconds", movingSeconds),
      metres: try place.metres(distanceMetres))
  }
}

extension ImportPlace {
  /// What is believed of a time, in seconds.
  private static let lengths = 0.0...1_000_000.0

  fileprivate func workout(week: Int, day: Int) throws(ImportError) -> WorkoutID {
    guard WorkoutID.weeks.contains(week) else { throw error("week", "must be 1 to 9, not \(week)") }
    guard let id = WorkoutID(week: week, day: day) else { throw error("day", "must be 1 to 3, not \(day)") }
    return id
  }

  fileprivate func time(_ field: String, _ text: String) throws(ImportError) -> WallTime {
    guard let time = WallTime(utc: text) else {
      throw error(field, "must be a time such as 2026-11-30T07:15:00Z, not \(text)")
    }
    return time
  }

  fileprivate func times(_ start: String, _ end: String) throws(ImportError) -> (WallTime, WallTime) {
    let times = (try time("start", start), try time("end", end))
    guard times.0 <= times.1 else { throw error("end", "must not be before the start") }
    return times
  }

  fileprivate func length(_ field: String, _ seconds: Double) throws(ImportError) -> Duration {
    guard Self.lengths.contains(seconds) else {
      throw error(field, "must be 0 to 1000000 seconds, not \(seconds)")
    }
    return .microseconds(Int64((seconds * 1_000_000).rounded()))
  }

  fileprivate func metres(_ metres: Double?) throws(ImportError) -> Double? {
    guard let metres else { return nil }
    guard CompletedRun.distances.contains(metres) else {
      throw error("distance_metres", "must be 0 to 1000000 metres, not \(metres)")
    }
    return metres
  }
}
