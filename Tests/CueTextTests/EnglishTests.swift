import Cue
import CueText
import Testing
import Workout

@Suite struct EnglishTests {
  @Test(
    arguments: [
      (.start(week: 3, day: 2, warmup: .seconds(300)), "Week 3, run 2. Warm up with a 5 minute brisk walk."),
      (.start(week: 9, day: 3, warmup: .seconds(240)), "Week 9, run 3. Warm up with a 4 minute brisk walk."),
      (.transition(.run, .seconds(180)), "Run for 3 minutes."),
      (.transition(.run, .seconds(60)), "Run for 60 seconds."),
      (.transition(.walk, .seconds(90)), "Walk for 90 seconds."),
      (.transition(.walk, .seconds(150)), "Walk for 2 and a half minutes."),
      (.halfway, "Halfway."),
      (.minute(10), "10 minutes."),
      (.minute(1), "1 minute."),
      (.cooldown(.seconds(300)), "Cool down. Walk for 5 minutes."),
      (.cooldown(.seconds(390)), "Cool down. Walk for 6 and a half minutes."),
      (.complete(week: 3, day: 2), "Great work. Week 3, run 2 done."),
      (.paused, "Paused."),
      (.resumed, "Resuming."),
      (.say("Tea is ready", chime: "bell"), "Tea is ready"),
      (.say("", chime: nil), ""),
    ] as [(Event, String)])
  func `An event is said in these words`(event: Event, sentence: String) {
    #expect(event.sentence(in: .english) == sentence)
  }

  @Test func `A chime alone is not said`() {
    #expect(Event.say("", chime: "bell").sentence(in: .english) == nil)
  }

  @Test func `A warning is not said`() {
    #expect(Event.warning.sentence(in: .english) == nil)
  }

  @Test(
    arguments: [
      (1, "1 second"), (2, "2 seconds"), (59, "59 seconds"), (60, "60 seconds"), (61, "61 seconds"),
      (90, "90 seconds"), (119, "119 seconds"), (120, "2 minutes"), (121, "2 minutes 1 second"),
      (130, "2 minutes 10 seconds"), (149, "2 minutes 29 seconds"), (150, "2 and a half minutes"),
      (151, "2 minutes 31 seconds"), (180, "3 minutes"), (390, "6 and a half minutes"), (3600, "60 minutes"),
      (86_400, "1440 minutes"),
    ])
  func `A duration is said as the runner counts it`(seconds: Int, said: String) {
    #expect(Event.transition(.run, .seconds(seconds)).sentence(in: .english) == "Run for \(said).")
    #expect(Event.transition(.walk, .seconds(seconds)).sentence(in: .english) == "Walk for \(said).")
    #expect(Event.cooldown(.seconds(seconds)).sentence(in: .english) == "Cool down. Walk for \(said).")
  }

  @Test(
    arguments: [
      (1, "a 1 second"), (8, "an 8 second"), (11, "an 11 second"), (18, "an 18 second"), (79, "a 79 second"),
      (80, "an 80 second"), (89, "an 89 second"), (90, "a 90 second"), (108, "a 108 second"), (111, "a 111 second"),
      (120, "a 2 minute"), (130, "a 2 minute 10 second"), (150, "a 2 and a half minute"), (240, "a 4 minute"),
      (480, "an 8 minute"), (510, "an 8 and a half minute"), (481, "an 8 minute 1 second"), (660, "an 11 minute"),
      (1080, "an 18 minute"), (4_800, "an 80 minute"), (6_600, "a 110 minute"), (48_000, "an 800 minute"),
      (54_000, "a 900 minute"), (66_000, "a 1100 minute"),
    ])
  func `A warmup's length stands before the walk, without a plural and after its article`(seconds: Int, said: String) {
    let start = Event.start(week: 1, day: 1, warmup: .seconds(seconds))
    #expect(start.sentence(in: .english) == "Week 1, run 1. Warm up with \(said) brisk walk.")
  }

  @Test func `Every duration up to two hours is said so that it can be understood back`() throws {
    for seconds in 1...7200 {
      let sentence = try #require(Event.transition(.run, .seconds(seconds)).sentence(in: .english))
      #expect(understood(sentence) == seconds, "\(sentence)")
    }
  }

  @Test func `Every warmup up to two hours is said so that it can be understood back`() throws {
    for seconds in 1...7200 {
      let event = Event.start(week: 1, day: 1, warmup: .seconds(seconds))
      let sentence = try #require(event.sentence(in: .english))
      #expect(understoodWarmup(sentence) == seconds, "\(sentence)")
    }
  }

  @Test(arguments: [
    (Drill.aSkips, "A-skips. Skip for 45 seconds, and lift each knee to the height of your hips."),
    (.bSkips, "B-skips. Skip for 45 seconds, lift each knee, stretch the leg and pull it down."),
    (.highKnees, "High knees. Run on the spot for 30 seconds, with your knees up to your hips."),
    (.jumpInPlace, "Jump in place. Jump on the spot for 60 seconds, with loose ankles, and land softly."),
    (.buttKicks, "Butt kicks. Run on the spot for 30 seconds, and kick your heels up behind you."),
  ])
  func `A drill is named, then explained in a line`(drill: Drill, sentence: String) {
    #expect(drill.sentence(in: .english) == sentence)
    #expect(English().instruction(for: drill).count < 80)
  }
}

@Suite struct LanguageTests {
  @Test(
    arguments: [
      (.start(week: 3, day: 2, warmup: .seconds(300)), "start 3 2 300"),
      (.transition(.run, .seconds(180)), "run 180"),
      (.transition(.walk, .seconds(90)), "walk 90"),
      (.warning, nil),
      (.halfway, "halfway"),
      (.minute(10), "minute 10"),
      (.cooldown(.seconds(300)), "cooldown 300"),
      (.complete(week: 3, day: 2), "complete 3 2"),
      (.paused, "paused"),
      (.resumed, "resumed"),
      (.say("Tea is ready", chime: nil), "Tea is ready"),
    ] as [(Event, String?)])
  func `Another language says every event in its own words, and what is to be said as it is`(
    event: Event, sentence: String?
  ) {
    #expect(event.sentence(in: Telegraphic()) == sentence)
  }

  @Test func `Another language says drills in its own words, too`() {
    #expect(Drill.jumpInPlace.sentence(in: Telegraphic()) == "drill. 60")
  }
}

/// A language that no runner speaks.
private struct Telegraphic: Language {
  func start(week: Int, day: Int, warmup: Duration) -> String { "start \(week) \(day) \(warmup.components.seconds)" }
  func transition(_ pace: Event.Pace, _ duration: Duration) -> String { "\(pace) \(duration.components.seconds)" }
  var halfway: String { "halfway" }
  func minute(_ count: Int) -> String { "minute \(count)" }
  func cooldown(_ duration: Duration) -> String { "cooldown \(duration.components.seconds)" }
  func complete(week: Int, day: Int) -> String { "complete \(week) \(day)" }
  var paused: String { "paused" }
  var resumed: String { "resumed" }
  func name(of drill: Drill) -> String { "drill" }
  func instruction(for drill: Drill) -> String { "\(drill.duration.components.seconds)" }
}

/// The seconds of "Run for …", if it has the one of the four allowed shapes that is meant for so long a time.
private func understood(_ sentence: String) -> Int? {
  if let match = sentence.wholeMatch(of: /Run for (\d+) (seconds?)\./), let seconds = Int(match.1) {
    return seconds < 120 && (match.2 == "second") == (seconds == 1) ? seconds : nil
  }
  let shape = /Run for (\d+) (minutes|and a half minutes|minutes (\d+) (seconds?))\./
  guard let match = sentence.wholeMatch(of: shape), let minutes = Int(match.1), minutes >= 2 else { return nil }
  switch match.2 {
  case "minutes": return 60 * minutes
  case "and a half minutes": return 60 * minutes + 30
  default:
    guard let seconds = match.3.flatMap({ Int($0) }), (1...59).contains(seconds), seconds != 30 else { return nil }
    return (match.4 == "second") == (seconds == 1) ? 60 * minutes + seconds : nil
  }
}

/// The seconds of "Warm up with a …", if its article fits its number and nothing in it has a plural.
private func understoodWarmup(_ sentence: String) -> Int? {
  let shape = /Warm up with (an?) (\d+) (second|minute|and a half minute|minute (\d+) second) brisk walk\./
  let warmup = sentence.trimmingPrefix("Week 1, run 1. ")
  guard let match = warmup.wholeMatch(of: shape), let number = Int(match.2) else { return nil }
  let beginsWithVowel = [8, 11, 18].contains(number) || number / 10 == 8
  guard (match.1 == "an") == beginsWithVowel else { return nil }
  return switch match.3 {
  case "second": number < 120 ? number : nil
  case "minute": number >= 2 ? 60 * number : nil
  case "and a half minute": number >= 2 ? 60 * number + 30 : nil
  default: number >= 2 ? match.4.flatMap { Int($0) }.map { 60 * number + $0 } : nil
  }
}
