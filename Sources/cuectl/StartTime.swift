import CommandLineTool
import Cue
import Glibc

/// When a cue is to be heard, as the command line tells it.
enum StartTime: Equatable {
  /// So long after the command was given.
  case after(Duration)
  /// The next time that the local clock shows this.
  case timeOfDay(TimeOfDay)
  case date(Date)

  /// A day and a time of an ISO 8601 text, not yet known to be one that a clock shows.
  struct Date: Equatable {
    var year, month, day: Int
    var time: TimeOfDay
    /// What the seconds have behind the point.
    var microsecond = 0
    /// By how much that clock is ahead of UTC; nil: it is the local one.
    var secondsAhead: Int?
  }

  /// Far from where sums with the wall clock could overflow: some thirty years.
  private static let longest = 1_000_000_000

  /// `+90`, `+1.5`, `07:30`, `07:30:15`, `2026-01-31T18:30`, `2026-01-31 18:30:15.5`, `2026-01-31T18:30Z`,
  /// `2026-01-31T18:30+01:00`.
  init(_ text: String) throws(UsageError) {
    var reader = Reader(text)
    guard let time = reader.startTime(), reader.isAtEnd else {
      throw UsageError(
        "--at: must be +SECONDS, HH:MM[:SS] or a date and time such as 2026-01-31T18:30, not \(text)")
    }
    if case .after(let delay) = time, delay > .seconds(Self.longest) {
      throw UsageError("--at: must be at most +\(Self.longest), not \(text)")
    }
    self = time
  }

  /// The moment that it means.
  ///
  /// - Parameter now: when the command was given.
  func moment(after now: WallTime) throws(UsageError) -> WallTime {
    switch self {
    case .after(let delay): return now + delay
    case .timeOfDay(let time):
      let today = LocalClock.date(of: now)
      // Where the clock is set forward over it on a day, it is not shown on that day.
      let moments = (0...2).flatMap { days in
        var date = today.movedBy(days: days)
        date.time = time
        return date.moments
      }
      guard let next = moments.first(where: { $0 > now }) else {
        throw UsageError("--at: the local clock does not show \(time) in the next days")
      }
      return next
    case .date(let date):
      let moments = date.moments
      guard !moments.isEmpty else { throw UsageError("--at: the clock never shows \(date)") }
      guard let next = moments.first(where: { $0 > now }) else { throw UsageError("--at: \(date) is over") }
      return next
    }
  }
}

// MARK: - Reading

/// Reads a text from its beginning, as far as it is what is looked for.
private struct Reader {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func startTime() -> StartTime? {
    if skip("+") { return delay().map(StartTime.after) }
    let whole = self
    if let time = time() { return .timeOfDay(time) }
    self = whole
    return date().map(StartTime.date)
  }

  private mutating func delay() -> Duration? {
    guard let seconds = number(1...10), let microseconds = fraction() else { return nil }
    return .seconds(seconds) + .microseconds(microseconds)
  }

  private mutating func time() -> TimeOfDay? {
    guard let hour = number(1...2, in: 0...23), skip(":"), let minute = number(2...2, in: 0...59) else { return nil }
    guard skip(":") else { return TimeOfDay(hour: hour, minute: minute, second: 0) }
    guard let second = number(2...2, in: 0...59) else { return nil }
    return TimeOfDay(hour: hour, minute: minute, second: second)
  }

  private mutating func date() -> StartTime.Date? {
    guard let year = number(4...4), skip("-"), let month = number(2...2, in: 1...12), skip("-"),
      let day = number(2...2, in: 1...31), skip("T") || skip("t") || skip(" "), let time = time(),
      let microsecond = fraction()
    else { return nil }
    var date = StartTime.Date(year: year, month: month, day: day, time: time, microsecond: microsecond)
    if isAtEnd { return date }
    date.secondsAhead = zone()
    return date.secondsAhead == nil ? nil : date
  }

  /// `Z`, `+01`, `+01:00`, `-0330`.
  private mutating func zone() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isAhead = skip("+")
    guard isAhead || skip("-"), let hours = number(2...2, in: 0...23) else { return nil }
    let hasColon = skip(":")
    guard !isAtEnd || hasColon else { return (isAhead ? 1 : -1) * hours * 3_600 }
    guard let minutes = number(2...2, in: 0...59) else { return nil }
    return (isAhead ? 1 : -1) * (hours * 3_600 + minutes * 60)
  }

  /// What stands behind a decimal point, in millionths; 0 where there is none.
  private mutating func fraction() -> Int? {
    guard skip(".") || skip(",") else { return 0 }
    let digits = Array(takeDigits(upTo: .max))
    guard !digits.isEmpty else { return nil }
    return (0..<6).reduce(0) { 10 * $0 + ($1 < digits.count ? Int(digits[$1] - UInt8(ascii: "0")) : 0) }
  }

  private mutating func number(_ lengths: ClosedRange<Int>, in range: ClosedRange<Int> = 0...Int.max) -> Int? {
    let digits = takeDigits(upTo: lengths.upperBound)
    guard digits.count >= lengths.lowerBound, let number = Int(String(decoding: digits, as: UTF8.self)) else {
      return nil
    }
    return range.contains(number) ? number : nil
  }

  private mutating func takeDigits(upTo count: Int) -> ArraySlice<UInt8> {
    let digits = rest.prefix(count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest[digits.endIndex...]
    return digits
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }
}

// MARK: - Clocks

extension StartTime.Date: CustomStringConvertible {
  /// `2026-01-31 18:30:00`
  var description: String {
    let digits = [(year, 4), (month, 2), (day, 2)].map { number, width in
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    return "\(digits.joined(separator: "-")) \(time)"
  }

  /// When its clock shows it, the earliest first: twice where that is set back then, never where it is set forward over
  /// it, or where the month has no such day.
  fileprivate var moments: [WallTime] {
    guard let secondsAhead else { return LocalClock.moments(of: self) }
    var parts = parts
    let time = timegm(&parts)
    guard shows(parts) else { return [] }
    return [WallTime(microseconds: Int64(time - secondsAhead) * 1_000_000 + Int64(microsecond))]
  }

  fileprivate var parts: tm {
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1_900), Int32(month - 1), Int32(day))
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(time.hour), Int32(time.minute), Int32(time.second))
    return parts
  }

  /// Whether these parts, as a clock has them, are its own.
  fileprivate func shows(_ other: tm) -> Bool {
    let parts = parts
    return (parts.tm_year, parts.tm_mon, parts.tm_mday) == (other.tm_year, other.tm_mon, other.tm_mday)
      && (parts.tm_hour, parts.tm_min, parts.tm_sec) == (other.tm_hour, other.tm_min, other.tm_sec)
  }

  /// The same time that many days later.
  fileprivate func movedBy(days: Int) -> Self {
    var parts = parts
    parts.tm_mday += Int32(days)
    _ = timegm(&parts)
    return Self(
      year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday), time: time)
  }
}

/// The person's own clock, by the time zone that TZ or the system names.
private enum LocalClock {
  static func date(of moment: WallTime) -> StartTime.Date {
    var time = time_t(moment.microseconds / 1_000_000)
    var parts = tm()
    localtime_r(&time, &parts)
    return StartTime.Date(
      year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      time: TimeOfDay(hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec)))
  }

  /// When it shows that, the earliest first.
  static func moments(of date: StartTime.Date) -> [WallTime] {
    let times: [time_t] = [-1, 0, 1].compactMap { (isSummer: Int32) in
      var parts = date.parts
      parts.tm_isdst = isSummer
      var time = mktime(&parts)
      // A time that the clock does not show was moved to one that it does.
      localtime_r(&time, &parts)
      return date.shows(parts) ? time : nil
    }
    return Set(times).sorted().map {
      WallTime(microseconds: Int64($0) * 1_000_000 + Int64(date.microsecond))
    }
  }
}
