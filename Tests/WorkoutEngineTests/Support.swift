import Cue
import Testing
import Workout
import WorkoutEngine

/// When the fake clock starts: some time after the machine did.
let begin = BootTime(.seconds(5_000))

/// That many seconds after the fake clock started.
func at(_ seconds: Double) -> BootTime { begin + .milliseconds(Int64(seconds * 1_000)) }

func workout(_ week: Int, _ day: Int) throws -> Workout { try #require(Plan.workout(week: week, day: day)) }

/// A warmup until 300, one run of 20 minutes until 1500, a cooldown until 1800.
let longRun = Workout(.first, .once(.run(.seconds(1_200))))

/// A warmup until 300, runs and walks of a minute each until 540, a cooldown until 840.
let shortRuns = Workout(.first, .once(.run(.seconds(60)), .walk(.seconds(60)), .run(.seconds(60)), .run(.seconds(60))))

extension Sequence<TimedEvent> {
  var ids: [String] { map(\.id.description) }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
