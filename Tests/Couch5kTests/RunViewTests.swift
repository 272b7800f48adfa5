import Cue
import FoundationEssentials
import TerminalScreen
import Testing
import Workout
import WorkoutEngine

@testable import RunScreen
@testable import couch5k

@Suite struct RunViewTests {
  /// The sizes of which there are pictures in files.
  static let sizes = [(80, 24), (40, 12), (200, 50), (30, 7)].map { Picture.Size(columns: $0.0, rows: $0.1) }

  /// Week 1, day 1: the first run is from 300 to 360 seconds, the last walk is the cooldown's.
  static let scenes: [(name: String, RunScene)] = [
    ("warmup", .running(0)), ("run", .running(312.4)), ("walk", .running(400)), ("cooldown", .running(1_799.5)),
    ("paused", .paused(312.4)), ("asked", .running(312.4, isAsking: true)), ("done", .done),
    ("notice", .running(312.4, notice: "cued has gone away, and the run goes on without it: nobody listens at /run")),
  ]

  static let looks = [true, false].flatMap { hasColour in
    Glyphs.allCases.map { Look(hasColour: hasColour, glyphs: $0) }
  }

  @Test(arguments: sizes)
  func `At these sizes each state looks as in its file`(size: Picture.Size) throws {
    for look in [Look(hasColour: true, glyphs: .blocks), Look(hasColour: false, glyphs: .ascii)] {
      let pictures = Self.scenes.map { name, scene in
        "== \(name)\n" + RunView(scene: scene, size: size, look: look).picture.text
      }
      let name = "\(size.columns)x\(size.rows)-\(look.glyphs).txt"
      let expected = try String(contentsOf: Self.pictures.appending(path: name), encoding: .utf8)
      #expect(pictures.joined(separator: "\n") + "\n" == expected, "\(name)")
    }
  }

  private static let pictures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures")

  @Test(arguments: scenes.map(\.1), looks)
  func `At every size nothing is cut off but notices, and the last row tells what keys do`(
    scene: RunScene, look: Look
  ) {
    for columns in [20, 30, 36, 40, 72, 80, 150, 210] {
      for rows in [1, 2, 3, 6, 7, 10, 12, 20, 24, 40, 60] {
        let size = Picture.Size(columns: columns, rows: rows)
        let lines = RunView(scene: scene, size: size, look: look).lines
        #expect(lines.count <= rows && lines.allSatisfy { $0.width <= columns }, "\(size)")
        #expect(columns < 30 || rows < 7 || lines.count == rows && !lines[rows - 1].text.isEmpty, "\(size)")
      }
    }
  }

  @Test func `A terminal without any room is no reason to fail`() {
    for size in [Picture.Size(columns: 0, rows: 0), Picture.Size(columns: 1, rows: 1)] {
      for look in Self.looks {
        for scene in Self.scenes.map(\.1) { _ = RunView(scene: scene, size: size, look: look).picture }
      }
    }
  }

  @Test(arguments: sizes, looks)
  func `Colours are used where they may be, and tell the kinds of intervals apart`(size: Picture.Size, look: Look) {
    let pieces = RunView(scene: .running(0), size: size, look: look).picture.lines.flatMap(\.pieces)
    let colours = Set(pieces.compactMap(\.style.colour))
    #expect(colours == (look.hasColour ? [.yellow, .green, .cyan, .magenta] : []))
  }

  @Test(arguments: scenes.map(\.1))
  func `Where there is but ASCII, nothing else is drawn`(scene: RunScene) {
    for size in Self.sizes {
      let text = RunView(scene: scene, size: size, look: Look(hasColour: true, glyphs: .ascii)).picture.text
      #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    }
  }

  @Test func `What is over is dimmed, and what is to come is not`() {
    let look = Look(hasColour: true, glyphs: .blocks)
    let bar = IntervalBar(
      workout: Plan.workout(.first), elapsed: .seconds(900), width: 60, height: 1, look: look
    ).bars[0]
    #expect(bar.pieces.prefix { $0.style.isDim }.map(\.text.count).reduce(0, +) == 30)
    #expect(bar.pieces.drop { $0.style.isDim }.allSatisfy { !$0.style.isDim })
  }

  @Test(arguments: Plan.workouts)
  func `In 40 columns every interval of every workout has a place in the bar`(workout: Workout) {
    let look = Look(hasColour: true, glyphs: .blocks)
    let bar = IntervalBar(workout: workout, elapsed: .zero, width: 40, height: 1, look: look).bars[0]
    #expect(bar.pieces.count == workout.intervals.count)
  }

  @Test func `Without a keyboard no keys are shown, and of unknown settings none`() {
    var scene = RunScene.running(0)
    scene.cues = CueLevel()
    let view = { RunView(scene: scene, size: Self.sizes[0], look: Self.looks[0]).picture.lines.last?.text }
    #expect(view() == "space: pause   q: end")
    scene.hasKeys = false
    #expect(view() == "Ctrl-C: quit")
  }
}

@Suite struct LookTests {
  @Test(arguments: ["", "dumb", "unknown"])
  func `A terminal that can show nothing but lines gets lines`(terminal: String) {
    #expect(Look(environment: ["TERM": terminal], codeset: "UTF-8") == nil)
    #expect(Look(environment: [:], codeset: "UTF-8") == nil)
  }

  @Test func `NO_COLOR forbids colours, unless it is empty`() {
    let colour = { (value: String) in Look(environment: ["TERM": "xterm", "NO_COLOR": value], codeset: "")?.hasColour }
    #expect(colour("1") == false)
    #expect(colour("") == true)
    #expect(Look(environment: ["TERM": "xterm"], codeset: "")?.hasColour == true)
  }

  @Test(arguments: [("vt220", false), ("xterm-mono", false), ("linux-m", false), ("linux", true), ("tmux", true)])
  func `Terminals without colours get none`(terminal: String, hasColour: Bool) {
    #expect(Look(environment: ["TERM": terminal], codeset: "UTF-8")?.hasColour == hasColour)
  }

  @Test func `Block characters are drawn where the locale has them`() {
    #expect(Look(environment: ["TERM": "xterm"], codeset: "UTF-8")?.glyphs == .blocks)
    #expect(Look(environment: ["TERM": "xterm"], codeset: "ANSI_X3.4-1968")?.glyphs == .ascii)
  }
}

extension RunScene {
  private static let begin = BootTime(.seconds(1_000))

  static var done: RunScene { RunScene(Plan.workout(.first), .complete) }

  /// So many seconds into week 1, day 1.
  static func running(_ seconds: Double, isAsking: Bool = false, notice: String? = nil) -> RunScene {
    let engine = Engine(Plan.workout(.first), startingAt: begin, elapsed: .seconds(seconds))
    var scene = RunScene(engine.workout, engine.state(at: begin))
    (scene.isAsking, scene.notice) = (isAsking, notice)
    scene.cues = CueLevel(chimes: true, volume: 100)
    return scene
  }

  static func paused(_ seconds: Double) -> RunScene {
    var engine = Engine(Plan.workout(.first), startingAt: begin, elapsed: .seconds(seconds))
    _ = engine.pause(at: begin)
    var scene = RunScene(engine.workout, engine.state(at: begin))
    scene.cues = CueLevel(chimes: true, volume: 100)
    return scene
  }
}
