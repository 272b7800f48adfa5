import CommandLineTool
import Cue
import Glibc
import Testing

@testable import cuectl

/// Times as people write them, and the moments that they mean.
@Suite(.serialized) struct StartTimeTests {
  private static let texts: [(text: String, time: StartTime)] = [
    ("+0", .after(.zero)),
    ("+90", .after(.seconds(90))),
    ("+1.5", .after(.milliseconds(1_500))),
    ("+0.0000015", .after(.microseconds(1))),
    ("+1000000000", .after(.seconds(1_000_000_000))),
    ("7:05", .timeOfDay(TimeOfDay(hour: 7, minute: 5, second: 0))),
    ("07:05", .timeOfDay(TimeOfDay(hour: 7, minute: 5, second: 0))),
    ("23:59:59", .timeOfDay(TimeOfDay(hour: 23, minute: 59, second: 59))),
    ("2026-01-31T18:30", .date(date(0, 0))),
    ("2026-01-31 18:30:15", .date(date(15, 0))),
    ("2026-01-31t18:30:15.25", .date(date(15, 250_000))),
    ("2026-01-31T18:30:15,1234567", .date(date(15, 123_456))),
    ("2026-01-31T18:30Z", .date(date(0, 0, ahead: 0))),
    ("2026-01-31T18:30:15.5z", .date(date(15, 500_000, ahead: 0))),
    ("2026-01-31T18:30+01:00", .date(date(0, 0, ahead: 3_600))),
    ("2026-01-31T18:30-0330", .date(date(0, 0, ahead: -12_600))),
    ("2026-01-31T18:30+05", .date(date(0, 0, ahead: 18_000))),
  ]

  private static func date(_ second: Int, _ microsecond: Int, ahead: Int? = nil) -> StartTime.Date {
    StartTime.Date(
      year: 2026, month: 1, day: 31, time: TimeOfDay(hour: 18, minute: 30, second: second), microsecond: microsecond,
      secondsAhead: ahead)
  }

  @Test(arguments: texts)
  func `A text is the time that it says`(text: String, time: StartTime) throws {
    #expect(try StartTime(text) == time)
  }

  @Test(arguments: [
    "", "+", "-5", "5", "now", "+1.", "+.5", "+1s", "+1e3", "++1", "+ 1", "24:00", "7:5", "07:60", "07:05:60", "7",
    ":05", "007:05", "07:05:", "07:05 ", " 07:05", "07:05Z", "2026-01-31", "2026-01-31T", "26-01-31T18:30",
    "2026-13-01T18:30",
    "2026-00-01T18:30", "2026-01-32T18:30", "2026-01-31T24:30", "2026-01-31T18:30+", "2026-01-31T18:30+1",
    "2026-01-31T18:30+01:", "2026-01-31T18:30+01:60", "2026-01-31T18:30ZZ", "2026-01-31T18:30:15.", "٠٧:٠٥",
    "+99999999999",
  ])
  func `Anything else is refused with what may be said`(text: String) {
    let message = "--at: must be +SECONDS, HH:MM[:SS] or a date and time such as 2026-01-31T18:30, not \(text)"
    #expect(throws: UsageError(message)) { try StartTime(text) }
  }

  @Test func `A time too far ahead is refused`() {
    #expect(throws: UsageError("--at: must be at most +1000000000, not +1000000001")) { try StartTime("+1000000001") }
  }

  // MARK: Moments

  /// In Central Europe, by a rule that needs no files of time zones: summer is from 29 March 2026, 2:00, to 25 October,
  /// 3:00.
  private static func inCentralEurope<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1)
    tzset()
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    return try body()
  }

  /// `2026-01-31 06:00:00` in UTC.
  private static func utc(_ text: String) -> WallTime {
    let numbers = text.split { "- :".contains($0) }.compactMap { Int32($0) }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1_900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    return WallTime(microseconds: Int64(timegm(&parts)) * 1_000_000)
  }

  private static let moments: [(now: String, text: String, moment: String)] = [
    ("2026-01-31 06:00:00", "+90", "2026-01-31 06:01:30"),
    // It is 7 o'clock.
    ("2026-01-31 06:00:00", "07:30", "2026-01-31 06:30:00"),
    ("2026-01-31 06:00:00", "07:00:01", "2026-01-31 06:00:01"),
    ("2026-01-31 06:00:00", "07:00", "2026-02-01 06:00:00"),
    ("2026-01-31 06:00:00", "06:59:59", "2026-02-01 05:59:59"),
    ("2026-01-31 06:00:00", "00:00", "2026-01-31 23:00:00"),
    // There it is tomorrow already.
    ("2026-01-31 23:30:00", "00:45", "2026-01-31 23:45:00"),
    ("2026-12-31 22:30:00", "00:15", "2026-12-31 23:15:00"),
    // The night in which the clock is set forward has no 2:30, and the day after it is in summer.
    ("2026-03-28 20:00:00", "01:30", "2026-03-29 00:30:00"),
    ("2026-03-28 20:00:00", "02:30", "2026-03-30 00:30:00"),
    ("2026-03-28 20:00:00", "03:30", "2026-03-29 01:30:00"),
    // The night in which it is set back has two.
    ("2026-10-24 20:00:00", "02:30", "2026-10-25 00:30:00"),
    ("2026-10-25 00:45:00", "02:30", "2026-10-25 01:30:00"),
    ("2026-10-25 01:45:00", "02:30", "2026-10-26 01:30:00"),
    ("2026-10-24 20:00:00", "03:30", "2026-10-25 02:30:00"),
    ("2026-01-31 06:00:00", "2026-01-31T18:30", "2026-01-31 17:30:00"),
    ("2026-01-31 06:00:00", "2026-07-01 18:30:15", "2026-07-01 16:30:15"),
    ("2026-01-31 06:00:00", "2026-10-25T02:30", "2026-10-25 00:30:00"),
    ("2026-10-25 00:45:00", "2026-10-25T02:30", "2026-10-25 01:30:00"),
    ("2026-01-31 06:00:00", "2026-07-01T18:30Z", "2026-07-01 18:30:00"),
    ("2026-01-31 06:00:00", "2026-07-01T18:30-03:30", "2026-07-01 22:00:00"),
    ("2026-01-31 06:00:00", "2026-07-01T01:30+05", "2026-06-30 20:30:00"),
    ("2026-01-31 06:00:00", "2028-02-29T10:00", "2028-02-29 09:00:00"),
  ]

  @Test(arguments: moments)
  func `It means the next such moment`(now: String, text: String, moment: String) throws {
    let found = try Self.inCentralEurope { try StartTime(text).moment(after: Self.utc(now)) }
    #expect(found == Self.utc(moment))
  }

  @Test(arguments: ["2026-07-01T18:30:15.25", "2026-07-01T16:30:15.25Z"])
  func `A fraction of a second counts`(text: String) throws {
    let found = try Self.inCentralEurope { try StartTime(text).moment(after: Self.utc("2026-01-31 06:00:00")) }
    #expect(found == Self.utc("2026-07-01 16:30:15") + .milliseconds(250))
  }

  @Test(arguments: [
    ("2026-02-29T10:00", "the clock never shows 2026-02-29 10:00:00"),
    ("2026-04-31T10:00Z", "the clock never shows 2026-04-31 10:00:00"),
    ("2026-03-29T02:30", "the clock never shows 2026-03-29 02:30:00"),
    ("2026-01-31T07:00", "2026-01-31 07:00:00 is over"),
    ("2026-01-31T07:00+02:00", "2026-01-31 07:00:00 is over"),
    ("0001-01-01T00:00", "0001-01-01 00:00:00 is over"),
  ])
  func `What no clock shows, and what is over, is refused`(text: String, message: String) {
    #expect(throws: UsageError("--at: \(message)")) {
      try Self.inCentralEurope { try StartTime(text).moment(after: Self.utc("2026-01-31 06:00:00")) }
    }
  }
}
