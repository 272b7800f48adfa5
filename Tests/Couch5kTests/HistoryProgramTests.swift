import CalendarTime
import Cue
import EventLoop
import FoundationEssentials
import Glibc
import History
import HistoryDatabase
import Testing
import Workout
import WorkoutEngine

@testable import couch5k

/// The program with a history of its own.
@Suite(.serialized, .timeLimit(.minutes(3))) @EventLoop struct HistoryProgramTests {
  let state = TemporaryDirectory()
  let directory = TemporaryDirectory()

  var file: String { state.file("couch5k/history.sqlite") }

  private func program(_ words: String...) -> Program { Program([couch5kProgram] + words, .pipe, state: state) }

  /// What it prints, having ended with that status.
  func output(_ words: String..., status: Int32 = 0) async -> String {
    let program = Program([couch5kProgram] + words, .pipe, state: state)
    #expect(await program.end() == status)
    return program.output
  }

  @Test func `next is the first workout at first, then the one after the furthest that is marked as done`() async {
    #expect(await output("next") == "Week 1, run 1\n")
    #expect(access(file, F_OK) != 0)
    #expect(await output("done", "-w3", "-d2") == "Week 3, run 2 is marked as done. Next is week 3, run 3.\n")
    #expect(await output("next") == "Week 3, run 3\n")
    #expect(
      await output("undone", "-w1", "-d1", "--and-after")
        == "Week 1, run 1 to week 9, run 3 are marked as not done. Next is week 1, run 1.\n")
    #expect(await output("done", "-w9", "-d3") == "Week 9, run 3 is marked as done. All 27 runs are done.\n")
    #expect(await output("next").hasPrefix("All 27 runs are done."))
    #expect(await output("run", status: 1).hasPrefix("couch5k: run: All 27 runs are done."))
  }

  @Test func `plan says what is done`() async throws {
    _ = await output("done", "-w2", "-d1", "--and-before")
    #expect(await output("plan").contains("\n   2  ✓··   6 ×"))
    struct Plan: Decodable {
      struct Week: Decodable {
        struct Workout: Decodable { var done: Bool }
        var workouts: [Workout]
      }
      var weeks: [Week]
    }
    let plan = try JSONDecoder().decode(Plan.self, from: Data(await output("plan", "--json").utf8))
    let expected = (1...27).map { $0 <= 4 }
    #expect(plan.weeks.flatMap { $0.workouts.map(\.done) } == expected)
  }

  @Test func `A run that is complete is in the history, and the next run is the next workout`() async throws {
    let daemon = try FakeDaemon(at: directory.file("socket"))
    for number in 0..<2 {
      #expect(
        await output("run", "--speed", "900", "--socket", daemon.path)
          .contains("Week 1, run \(number + 1) is done."))
    }
    let history = try HistoryFile.read(file)
    #expect(history.runs.map(\.workout) == Array(WorkoutID.allCases.prefix(2)))
    for run in history.runs {
      #expect(run.outcome == .completed && run.moving == .seconds(1_800))
      #expect(run.segments.map(\.kind) == Plan.workout(.first).intervals.map(\.kind))
      #expect(run.segments.allSatisfy { $0.start >= run.start && $0.end <= run.end })
    }
    #expect(await output("next") == "Week 1, run 3\n")
  }

  @Test
  func `A run that is ended by a key, or discarded after a signal, is in the history, and its workout is still next`()
    async throws
  {
    let daemon = try FakeDaemon(at: directory.file("socket"))
    let terminal = Terminal()
    let program = Program(
      [couch5kProgram, "run", "--start-at", "5:30", "--socket", daemon.path], .terminal(terminal), state: state)
    await program.prints("interval 2 of 17")
    terminal.press("qy")
    #expect(await program.end() == 0)
    let other = self.program("run", "-w2", "-d2", "--start-at", "6:30", "--socket", daemon.path)
    await other.prints("transition-2")
    other.send(SIGTERM)
    #expect(await other.end() == -SIGTERM)
    #expect(try HistoryFile.read(file).runs.count == 1)
    _ = await output("discard")
    let runs = try HistoryFile.read(file).runs
    #expect(runs.map(\.workout.week) == [1, 2])
    #expect(runs.allSatisfy { $0.outcome == .endedEarly && $0.moving > .zero })
    #expect(runs.first?.segments.first?.kind == .run)
    #expect(await output("next") == "Week 1, run 1\n")
  }

  @Test func `With --distance a runner is asked at the end how far it went, and the history has it`() async throws {
    let daemon = try FakeDaemon(at: directory.file("socket"))
    let terminal = Terminal()
    let program = Program(
      [couch5kProgram, "run", "--distance", "--speed", "900", "--socket", daemon.path], .terminal(terminal),
      state: state)
    await program.prints("How far did it go, in metres?")
    terminal.press("4 km\n")
    await program.prints("4 km: is no number of metres, such as 4200.")
    terminal.press("3600\n")
    #expect(await program.end() == 0)
    #expect(program.output.contains(": 3.60 km, 08:20 /km"))
    #expect(try HistoryFile.read(file).runs.map(\.metres) == [3_600])

    let second = Terminal()
    let other = Program(
      [couch5kProgram, "run", "--distance", "--speed", "900", "--socket", daemon.path], .terminal(second),
      state: state)
    await other.prints("How far did it go, in metres?")
    second.press("\u{3}")
    #expect(await other.end() == -SIGINT)
    #expect(try HistoryFile.read(file).runs.map(\.metres) == [3_600, nil])
    #expect(
      await output("run", "--distance", "--speed", "900", "--socket", daemon.path)
        .hasSuffix("\"couch5k distance METRES\" notes how far it went.\n"))
  }

  @Test func `A run goes on where its history cannot be kept, and says so`() async throws {
    let daemon = try FakeDaemon(at: directory.file("socket"))
    _ = await output("done", "-w1", "-d1")
    #expect(truncate(file, 3_000) == 0)
    let text = await output("run", "-w1", "-d2", "--speed", "900", "--socket", daemon.path)
    #expect(text.contains("Week 1, run 2 is done."))
    #expect(text.contains("couch5k: this run is not in the history: \(file): the history is damaged"))
    #expect(await output("run", status: 1).contains("\"couch5k run --week W --day D\" does one all the same"))
    #expect(await output("next", status: 1).hasPrefix("couch5k: \(file): the history is damaged"))
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_size == 3_000)
  }

  @Test func `Called with nothing it offers the next workout, in a terminal with a question`() async throws {
    #expect(await output().hasPrefix("Next is week 1, run 1: 8 ×"))
    let terminal = Terminal()
    let first = Program([couch5kProgram], .terminal(terminal), state: state)
    await first.prints("Enter begins it.")
    terminal.press("4\n")
    await first.prints("4: is no week, 1 to 9, and day, 1 to 3.")
    terminal.press("q\n")
    #expect(await first.end() == 0)
    #expect(try HistoryFile.read(file).runs.isEmpty)
  }

  @Test(arguments: [("\n", 1), ("week 3, run 1\n", 3)])
  func `What is answered to the offer is run at once`(answer: String, week: Int) async throws {
    let daemon = try FakeDaemon(at: directory.file("io.cued"))
    let terminal = Terminal()
    let program = Program(
      ["/usr/bin/env", "XDG_RUNTIME_DIR=\(directory.path)", couch5kProgram], .terminal(terminal), state: state)
    await program.prints("Enter begins it.")
    terminal.press(answer)
    await daemon.receives("start")
    #expect(daemon.received.first?.cue.event == Plan.workouts[3 * (week - 1)].schedule.first?.event)
    terminal.press("qy")
    #expect(await program.end() == 0)
    #expect(try HistoryFile.read(file).runs.map(\.workout.week) == [week])
  }

  @Test func `What is exported is imported elsewhere once, and looks the same there`() async throws {
    let daemon = try FakeDaemon(at: directory.file("socket"))
    _ = await output("run", "--speed", "900", "--socket", daemon.path)
    _ = await output("done", "-w1", "-d3")
    #expect(await output("distance", "3600").hasSuffix(": 3.60 km, 08:20 /km\n"))
    for ending in ["json", "csv"] {
      let path = directory.file("history.\(ending)")
      #expect(await output("export", path) == "\(path): 1 run, 1 mark\n")
      let content = try String(contentsOf: URL(filePath: path), encoding: .utf8)
      #expect(await output("history", "--\(ending)") == content)
      let other = TemporaryDirectory()
      for number in [1, 0] {
        let program = Program([couch5kProgram, "import", path], .pipe, state: other)
        #expect(await program.end() == 0)
        #expect(program.output == "\(path): new are \(number) of 1 run and \(number) of 1 mark\n")
      }
      #expect(try HistoryFile.read(other.file("couch5k/history.sqlite")) == HistoryFile.read(file))
    }
  }

  @Test func `A file with an error adds nothing`() async throws {
    _ = await output("done", "-w1", "-d3")
    let path = directory.file("history.csv")
    _ = await output("export", path)
    let content = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    try Data((content + content.split(separator: "\n")[1] + "\nmark,,10,1,,,,,,done,\n").utf8).write(
      to: URL(filePath: path))
    _ = await output("undone", "-w1", "-d3")
    #expect(
      await output("import", path, status: 1) == "couch5k: \(path): line 4, week: must be 1 to 9, not 10\n")
    #expect(await output("next") == "Week 1, run 1\n")
    #expect(
      await output("import", "/nowhere/a.csv", status: 1)
        == "couch5k: /nowhere/a.csv: cannot be read: No such file or directory\n")
    truncate(path, 1 << 32)
    #expect(
      await output("import", path, status: 1)
        == "couch5k: \(path): is larger than the 64 MiB that are read\n")
  }

  @Test func `Tables show runs, a run and how far one has come`() async throws {
    #expect(await output("history") == "No runs yet.\n")
    #expect(await output("summary", status: 1) == "couch5k: there are no runs yet\n")
    let daemon = try FakeDaemon(at: directory.file("socket"))
    _ = await output("run", "-w5", "-d3", "--speed", "900", "--socket", daemon.path)
    _ = await output("distance", "4000")
    let run = try #require(HistoryFile.read(file).runs.first)
    #expect(
      await output("history") == """
        Run       Began             Workout        Time   Distance  Pace/km
        \(run.shortID)  \(run.start.local)  Week 5, run 3  30:00  4.00 km   07:30

        """)
    #expect(
      await output("summary", run.shortID) == """
        Week 5, run 3, \(run.start.local), completed

        Time       30:00
        Distance   4.00 km
        Pace       07:30 /km
        Run pace   —
        Walk pace  —

        Warm up    05:00
        Run        20:00
        Cool down  05:00

        """)
  }

  @Test func `A GPX file tells how far and how fast a run and each of its intervals went`() async throws {
    let start = WallTime(microseconds: 1_800_000_000_000_000)
    let segments = [(Interval.Kind.run, 0), (.walk, 60)].map { kind, second in
      Segment(
        kind, start: start + .seconds(second), end: start + .seconds(second + 60), moving: .seconds(60))
    }
    let run = CompletedRun(
      id: RunID(), workout: .first, start: start, end: start + .seconds(120), moving: .seconds(120), metres: nil,
      outcome: .endedEarly, segments: segments)
    try HistoryFile(file).record(run)
    let track = directory.file("track.gpx")
    func writeTrack(since time: WallTime) throws {
      // 3 m a second to the north for a minute, then half of that; every tenth point is a bad one.
      let points = (0...120).map { second in
        let degrees = Double(min(second, 60) * 3 + max(0, second - 60) * 3 / 2) / 111_194.9266
        return """
          <trkpt lat="\(second % 10 == 5 ? 1 : degrees)" lon="0"><time>\((time + .seconds(second)).utc)</time>\
          <hdop>\(second % 10 == 5 ? 4.1 : 0.8)</hdop></trkpt>
          """
      }
      let text = "<gpx><trk><trkseg>\n\(points.joined(separator: "\n"))\n</trkseg></trk></gpx>"
      try Data(text.utf8).write(to: URL(filePath: track))
    }
    try writeTrack(since: start)
    #expect(
      await output("attach", track) == """
        Week 1, run 1, \(start.local): 0.27 km, 07:24 /km
        12 of its 121 points are left out, since they are inaccurate.

        """)
    let summary = await output("summary")
    #expect(
      summary.contains(
        """

        Run pace      05:33 /km
        Walk pace     11:06 /km
        Fastest 30 s  05:33 /km

        Run   01:00  0.18 km  05:33 /km
        Walk  01:00  0.09 km  11:06 /km

        Pace per km  ● run  ▲ walk

        """))
    let table = await output("history")
    #expect(table.contains("02:00  0.27 km   07:24    ended early"))
    #expect(table.split(separator: "\n").allSatisfy { $0.count <= 80 })

    try writeTrack(since: start + .seconds(500))
    #expect(await output("attach", track, status: 1).hasSuffix(" was recorded in no run\n"))
    #expect(
      await output("attach", run.shortID, track, status: 1)
        .hasSuffix(" is of another time than Week 1, run 1, \(start.local)\n"))
    #expect(await output("summary") == summary)
    try Data("<gpx>\n<trk>".utf8).write(to: URL(filePath: track))
    #expect(
      await output("attach", track, status: 1) == "couch5k: \(track): line 2: is no XML: no element found\n")

    _ = await output("distance", "none")
    #expect(try HistoryFile.read(file).runs == [run])
  }

  @Test func `Killed at any moment while it writes, it has stored all of a change or nothing, and loses nothing older`()
    async throws
  {
    let path = directory.file("many.json")
    let size = 200
    var stored = 0
    var unfinished = 0
    /// How long it writes, as the first time shows, which is not cut short.
    var length: Duration?
    for round in 0..<40 {
      let history = Self.history(of: size, since: round * size)
      try Data(HistoryDocument(history).json.utf8).write(to: URL(filePath: path))
      let program = program("import", path)
      // It writes from when its journal is there until it is gone.
      while program.status == nil, access(file + "-journal", F_OK) != 0 { await Task.yield() }
      let begun = ContinuousClock.now
      if let length {
        let moment = begun + length * Double.random(in: 0...1.2)
        while program.status == nil, ContinuousClock.now < moment { await Task.yield() }
        program.send(SIGKILL)
      }
      let status = await program.end()
      if length == nil { length = ContinuousClock.now - begun }
      if access(file + "-journal", F_OK) == 0 { unfinished += 1 }

      let found = try HistoryFile.read(file).runs
      #expect(found.count == stored + size || found.count == stored && status == -SIGKILL)
      #expect(found.allSatisfy { $0.segments.count == 20 })
      stored = found.count
    }
    // Else none of them was killed while it wrote.
    #expect(unfinished > 0)
  }

  static func history(of size: Int, since second: Int) -> RunHistory {
    let runs = (0..<size).map { number in
      let start = WallTime(microseconds: Int64(second + number) * 1_000_000)
      let segment = Segment(.run, start: start, end: start + .seconds(1), moving: .seconds(1))
      return CompletedRun(
        id: RunID(), workout: .first, start: start, end: start + .seconds(1), moving: .seconds(1_800), metres: 3_000,
        outcome: .completed, segments: Array(repeating: segment, count: 20))
    }
    return RunHistory(runs: runs)
  }
}
