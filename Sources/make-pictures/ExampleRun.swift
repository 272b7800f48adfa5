import Cue
import RunScreen
import TerminalScreen
import Workout
import WorkoutEngine

/// Some moments of a run as a terminal shows them, and what lies between them in haste.
struct ExampleRun {
  private enum Take {
    /// So many seconds, as they go by.
    case live(Int)
    /// On to that second of the workout.
    case forward(to: Int)
    /// So many seconds, in which the runner has paused.
    case pause(Int)
  }

  private static let size = Picture.Size(columns: 80, rows: 24)
  private static let look = Look(hasColour: true, glyphs: .blocks)

  /// The warmup ends after 300 s, the first long run lasts from 480 to 660, and half of it is over after 840, when
  /// another run begins.
  private static let workout = Plan.workouts[7]
  private static let begin = 297
  private static let takes: [Take] = [
    .live(5), .forward(to: 506), .live(2), .pause(2), .live(1), .forward(to: 837), .live(5),
  ]
  /// In haste there are ten pictures a second, and so many seconds of the workout from one to the next.
  private static let hastyStep = 12

  /// As an SVG file's content, without its last line's end.
  static var svg: String {
    RecordingPicture(
      recording, title: "A run with couch5k",
      description: """
        A terminal in which week 3, run 2 goes by. Large letters tell the interval and how long it still lasts: the \
        warmup ends and a run begins, which is green. The run after the next is paused and resumed. A bar of all \
        intervals has a mark at its middle, at which the recording ends, as another run begins.
        """
    ).xml
  }

  static var recording: Recording {
    var run = ExampleRun()
    for take in takes { run.record(take) }
    return run.recording
  }

  private var now = BootTime(.zero)
  private var engine = Engine(workout, startingAt: BootTime(.zero), elapsed: .seconds(begin))
  private var recording = Recording(size: size)

  private mutating func record(_ take: Take) {
    switch take {
    case .live(let seconds): for _ in 0..<seconds { show(for: .seconds(1), thenGoOn: .seconds(1)) }
    case .forward(let second):
      while let left = left(to: second), left > .zero {
        show(for: .milliseconds(100), thenGoOn: min(left, .seconds(Self.hastyStep)))
      }
    case .pause(let seconds):
      _ = engine.pause(at: now)
      show(for: .seconds(seconds), thenGoOn: .seconds(seconds))
      _ = engine.resume(at: now)
    }
  }

  /// How long it takes until so much of the workout is over; nil while paused.
  private func left(to second: Int) -> Duration? { engine.time(ofElapsed: .seconds(second)).map { $0 - now } }

  private mutating func show(for length: Duration, thenGoOn step: Duration) {
    var scene = RunScene(Self.workout, engine.state(at: now))
    scene.cues = CueLevel(chimes: true, volume: 100)
    recording.show(scene.picture(Self.size, Self.look), for: length)
    now = now + step
  }
}
