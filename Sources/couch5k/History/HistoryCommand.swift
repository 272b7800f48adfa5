import CalendarTime
import CommandLineTool
import Cue
import FoundationEssentials
import GPX
import Glibc
import History
import HistoryDatabase
import Pictures
import RunScreen
import Tracks
import Workout

/// The commands that read or change the history.
struct HistoryCommand {
  private let request: HistoryRequest

  init(_ request: HistoryRequest) { self.request = request }

  /// - Returns: the program's exit status.
  func carryOut() -> Int32 {
    do throws(Failure) {
      return printText(try answer())
    } catch {
      complain("couch5k", error.reason)
      return ExitStatus.failure
    }
  }

  /// Why it cannot be done.
  private struct Failure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
    init(_ error: HistoryError) { reason = error.description }
    /// What `errno` says.
    init(unreadable path: String) { reason = "\(path): cannot be read: \(String(cString: strerror(errno)))" }
  }

  private func answer() throws(Failure) -> String {
    switch request {
    case .next: return try read().nextTitle
    case .plan(.text): return PlanTable(try read()).text
    case .plan(.json): return PlanDocument(try read()).json
    case .plan(.svg(let path)): return try draw(read(), to: path, \.planPicture)
    case .mark(let workouts, let isDone): return try mark(workouts, isDone: isDone)
    case .list(.table): return HistoryTable.runs(try read())
    case .list(.file(let format)): return try read().text(format)
    case .summary(let name, let asJSON):
      let run = try Self.run(name, of: read())
      return asJSON ? SummaryDocument(run).json : Self.summary(run, on: .standardOutput)
    case .progress(.text): return ProgressReport(try read()).text(on: .standardOutput)
    case .progress(.json): return ProgressDocument(try read()).json
    case .progress(.svg(let path)): return try draw(read(), to: path, \.progressPicture)
    case .distance(let name, let metres): return try setDistance(metres, ofRun: name)
    case .attach(let name, let path): return try attach(path, toRun: name)
    case .export(let path, let format): return try export(to: path, format)
    case .import(let path, let format): return try importFile(path, format)
    }
  }
}

// MARK: - The history

extension HistoryCommand {
  private func read() throws(Failure) -> RunHistory {
    do throws(HistoryError) { return try StoredHistory.read() } catch { throw Failure(error) }
  }

  private func change<Result>(_ body: (HistoryFile) throws(HistoryError) -> Result) throws(Failure) -> Result {
    do throws(HistoryError) { return try body(StoredHistory.open()) } catch { throw Failure(error) }
  }

  /// The run whose id begins so; the latest where nothing is named.
  private static func run(_ name: String?, of history: RunHistory) throws(Failure) -> CompletedRun {
    guard let latest = history.runs.last else { throw Failure("there are no runs yet") }
    guard let name else { return latest }
    let found = history.runs(withPrefix: name)
    guard let run = found.first else { throw Failure("\(name): no run has an id that begins so; see couch5k history") }
    guard found.count == 1 else {
      throw Failure("\(name): \(found.count) runs have an id that begins so; type more of it")
    }
    return run
  }
}

// MARK: - One run

extension HistoryCommand {
  private static func summary(_ run: CompletedRun, on screen: OutputScreen) -> String {
    let chart = run.paceChart { $0.clock }?.canvas(width: screen.columns - 1, screen.look.glyphs)
    return [HistoryTable.summary(run), chart.map(screen.text)].compactMap { $0 }.joined(separator: "\n\n")
  }
}

// MARK: - Changes

extension HistoryCommand {
  private func mark(_ workouts: [WorkoutID], isDone: Bool) throws(Failure) -> String {
    let history = try change { (file) throws(HistoryError) in
      try file.mark(workouts, Mark(isDone: isDone, made: .now))
      return try file.history()
    }
    let what = isDone ? "marked as done" : "marked as not done"
    guard let first = workouts.first, let last = workouts.last, first != last else {
      return "\(workouts.first?.title ?? "Nothing") is \(what). \(history.nextSentence)"
    }
    return "\(first.title) to \(last.description) are \(what). \(history.nextSentence)"
  }

  private func setDistance(_ metres: Double?, ofRun name: String?) throws(Failure) -> String {
    let run = try Self.run(name, of: read())
    return try change(run) { $0.setDistance(metres) }.distanceLine
  }

  private func attach(_ path: String, toRun name: String?) throws(Failure) -> String {
    let track: Track
    do throws(GPXError) { track = try GPXFile.read(path) } catch { throw Failure("\(path): \(error)") }
    let history = try read()
    let run = try name.map { (name) throws(Failure) in try Self.run(name, of: history) } ?? history.run(during: track)
    guard let run else { throw Failure("\(path): its track\(track.spanText) was recorded in no run") }
    var cover = 0.0
    let measured = try change(run) { cover = $0.attach(track) }
    guard cover > 0 else {
      throw Failure("\(path): its track\(track.spanText) is of another time than \(run.heading)")
    }
    guard cover >= CompletedRun.leastCoverOfRun else {
      throw Failure(
        "\(path): its track\(track.spanText) covers \(Int((cover * 100).rounded())) % of \(run.heading), which is too little"
          + " to tell how far it went; \"couch5k distance\" notes that by hand")
    }
    return ([measured.distanceLine] + track.notes(cover: cover)).joined(separator: "\n")
  }

  private func change(_ run: CompletedRun, _ body: (inout CompletedRun) -> Void) throws(Failure) -> CompletedRun {
    let changed = try change { (file) throws(HistoryError) in try file.update(run.id, body) }
    guard let changed else { throw Failure("\(run.shortID): the run is gone") }
    return changed
  }
}

extension RunHistory {
  /// The latest run that went on while the track was recorded.
  fileprivate func run(during track: Track) -> CompletedRun? {
    guard let span = track.span else { return nil }
    return runs.last { $0.start < span.upperBound && span.lowerBound < $0.end }
  }
}

extension Track {
  /// `, 2026-11-30 07:15 to 2026-11-30 07:49,`
  fileprivate var spanText: String { span.map { ", \($0.lowerBound.local) to \($0.upperBound.local)," } ?? "" }

  /// What is missing of a run, of which it covers so much.
  fileprivate func notes(cover: Double) -> [String] {
    let percent = Int((cover * 100).rounded())
    return [
      percent < 99 ? "The track covers \(percent) % of the run's time." : nil,
      badPoints > 0 ? "\(badPoints) of its \(points) points are left out, since they are inaccurate." : nil,
    ].compactMap { $0 }
  }
}

// MARK: - Files

extension HistoryCommand {
  private func export(to path: String, _ format: ExchangeFormat) throws(Failure) -> String {
    let history = try read()
    try Self.write(history.text(format) + "\n", to: path)
    return "\(path): \(history.runCount), \(history.markCount)"
  }

  private func draw(
    _ history: RunHistory, to path: String, _ picture: (ProgressReport) -> SVGPage
  ) throws(Failure) -> String {
    let report = ProgressReport(history)
    try Self.write(picture(report).xml, to: path)
    return "\(path): \(report.sentence)"
  }

  /// The file is replaced once the new one is whole.
  private static func write(_ text: String, to path: String) throws(Failure) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Failure("\(path): cannot be written: \(error.systemReason)")
    }
  }

  private func importFile(_ path: String, _ format: ExchangeFormat) throws(Failure) -> String {
    let data = try Self.contents(of: path)
    let history: RunHistory
    do throws(ImportError) {
      history = try format == .json ? HistoryDocument.history(json: data) : HistoryDocument.history(csv: data)
    } catch {
      throw Failure("\(path): \(error)")
    }
    let added = try change { (file) throws(HistoryError) in try file.add(history) }
    return "\(path): new are \(added.runs) of \(history.runCount) and \(added.marks) of \(history.markCount)"
  }

  /// No history is so long, and whatever else has such a name must not fill the memory.
  private static let mostImportedBytes = 64 << 20

  private static func contents(of path: String) throws(Failure) -> Data {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(unreadable: path) }
    defer { close(file) }
    var contents = Data()
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(unreadable: path) }
      guard count > 0 else { return contents }
      contents.append(contentsOf: piece[..<count])
      guard contents.count <= mostImportedBytes else {
        throw Failure("\(path): is larger than the \(mostImportedBytes >> 20) MiB that are read")
      }
    }
  }
}

extension RunHistory {
  fileprivate var runCount: String { runs.count == 1 ? "1 run" : "\(runs.count) runs" }
  fileprivate var markCount: String { marks.count == 1 ? "1 mark" : "\(marks.count) marks" }

  fileprivate func text(_ format: ExchangeFormat) -> String {
    format == .json ? HistoryDocument(self).json : HistoryDocument(self).csv
  }
}
