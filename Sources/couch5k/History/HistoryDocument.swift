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

  enum CodingKeys: String, CodingKey {
    case id, week, day, start, end, outcome, segments
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

extension HistoryDocument {
  /// - Parameters:
  ///   - run: where the run of that number stands, counted from 0.
  ///   - segment: where that segment of that run does.
  func history(
    run: (Int) -> ImportPlace, segment: (Int, Int) -> ImportPlace, mark: (Int) -> ImportPlace
  ) throws(ImportError) -> RunHistory {
    var runs: [CompletedRun] = []
    for (index, document) in self.runs.enumerated() {
      var segments: [Segment] = []
      for (number, part) in document.segments.enumerated() {
        segments.append(try part.segment(at: segment(index, number)))
      }
      runs.append(try document.run(at: run(index), segments))
    }
    var marks: [WorkoutID: Mark] = [:]
    for (index, document) in self.marks.enumerated() {
      let place = mark(index)
      let id = try place.workout(week: document.week, day: document.day)
      marks[id] = Mark(isDone: document.done, made: try place.time("made", document.made))
    }
    return RunHistory(runs: runs, marks: marks)
  }
}

extension RunDocument {
  fileprivate func run(at place: ImportPlace, _ segments: [Segment]) throws(ImportError) -> CompletedRun {
    guard let id = RunID(id) else { throw place.error("id", "must be a UUID, not \(id)") }
    guard let outcome = CompletedRun.Outcome(rawValue: outcome) else {
      throw place.error("outcome", "must be completed or ended early, not \(outcome)")
    }
    let (start, end) = try place.times(start, end)
    return CompletedRun(
      id: id, workout: try place.workout(week: week, day: day), start: start, end: end,
      moving: try place.moving(movingSeconds), metres: try place.metres(distanceMetres), outcome: outcome,
      segments: segments)
  }
}

extension SegmentDocument {
  fileprivate func segment(at place: ImportPlace) throws(ImportError) -> Segment {
    guard let kind = Interval.Kind(rawValue: kind) else {
      throw place.error("kind", "must be warmup, run, walk or cooldown, not \(kind)")
    }
    let (start, end) = try place.times(start, end)
    return Segment(
      kind, start: start, end: end, moving: try place.moving(movingSeconds), metres: try place.metres(distanceMetres))
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

  fileprivate func moving(_ seconds: Double) throws(ImportError) -> Duration {
    guard Self.lengths.contains(seconds) else {
      throw error("moving_seconds", "must be 0 to 1000000 seconds, not \(seconds)")
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
