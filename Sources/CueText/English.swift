import Cue
import Workout

public struct English: Language {
  public init() {}

  public func start(week: Int, day: Int, warmup: Duration) -> String {
    let length = EnglishDuration(warmup)
    return "Week \(week), run \(day). Warm up with \(length.article) \(length.adjective) brisk walk."
  }

  public func transition(_ pace: Event.Pace, _ duration: Duration) -> String {
    switch pace {
    case .run: "Run for \(EnglishDuration(duration).noun)."
    case .walk: "Walk for \(EnglishDuration(duration).noun)."
    }
  }

  public var halfway: String { "Halfway." }

  public func minute(_ count: Int) -> String { "\(EnglishDuration.count(count, of: "minute"))." }

  public func cooldown(_ duration: Duration) -> String { "Cool down. Walk for \(EnglishDuration(duration).noun)." }

  public func complete(week: Int, day: Int) -> String { "Great work. Week \(week), run \(day) done." }

  public var paused: String { "Paused." }
  public var resumed: String { "Resuming." }

  public func name(of drill: Drill) -> String {
    switch drill {
    case .aSkips: "A-skips"
    case .bSkips: "B-skips"
    case .highKnees: "High knees"
    case .jumpInPlace: "Jump in place"
    case .buttKicks: "Butt kicks"
    }
  }

  public func instruction(for drill: Drill) -> String {
    let time = EnglishDuration(drill.duration).noun
    return switch drill {
    case .aSkips: "Skip for \(time), and lift each knee to the height of your hips."
    case .bSkips: "Skip for \(time), lift each knee, stretch the leg and pull it down."
    case .highKnees: "Run on the spot for \(time), with your knees up to your hips."
    case .jumpInPlace: "Jump on the spot for \(time), with loose ankles, and land softly."
    case .buttKicks: "Run on the spot for \(time), and kick your heels up behind you."
    }
  }
}

extension Language where Self == English {
  public static var english: English { English() }
}

/// A duration as it is said, split into the parts that the ear expects.
private enum EnglishDuration {
  /// Below two minutes.
  case seconds(Int)
  case minutes(Int)
  /// Thirty seconds more than that many minutes.
  case minutesAndAHalf(Int)
  case minutesAndSeconds(Int, Int)

  /// - Parameter duration: What is less than a second in it is not said.
  init(_ duration: Duration) {
    let seconds = Int(duration.components.seconds)
    self =
      switch (seconds / 60, seconds % 60) {
      case (..<2, _): .seconds(seconds)
      case (let minutes, 0): .minutes(minutes)
      case (let minutes, 30): .minutesAndAHalf(minutes)
      case (let minutes, let rest): .minutesAndSeconds(minutes, rest)
      }
  }

  /// As in "walk for 90 seconds".
  var noun: String {
    switch self {
    case .seconds(let seconds): Self.count(seconds, of: "second")
    case .minutes(let minutes): Self.count(minutes, of: "minute")
    case .minutesAndAHalf(let minutes): "\(minutes) and a half minutes"
    case .minutesAndSeconds(let minutes, let seconds):
      "\(Self.count(minutes, of: "minute")) \(Self.count(seconds, of: "second"))"
    }
  }

  /// As in "a 90 second walk": before a noun, a unit has no plural.
  var adjective: String {
    switch self {
    case .seconds(let seconds): "\(seconds) second"
    case .minutes(let minutes): "\(minutes) minute"
    case .minutesAndAHalf(let minutes): "\(minutes) and a half minute"
    case .minutesAndSeconds(let minutes, let seconds): "\(minutes) minute \(seconds) second"
    }
  }

  /// The article before ``adjective``: by the sound with which its first number begins.
  var article: String {
    switch self {
    case .seconds(let first), .minutes(let first), .minutesAndAHalf(let first), .minutesAndSeconds(let first, _):
      Self.beginsWithVowel(first) ? "an" : "a"
    }
  }

  static func count(_ count: Int, of unit: String) -> String { count == 1 ? "1 \(unit)" : "\(count) \(unit)s" }

  /// Eight, eleven, eighteen, eighty, eight hundred: no other English number up to 999 begins with a vowel's sound. Of a
  /// larger one, the number of its thousands is said first.
  private static func beginsWithVowel(_ number: Int) -> Bool {
    switch number {
    case 8, 11, 18, 80...89, 800...899: true
    case 1_000...: beginsWithVowel(number / 1_000)
    default: false
    }
  }
}
