import Cue
import Glibc

/// Moments as texts, by the calendar.
extension WallTime {
  /// In UTC, to the microsecond: `2026-11-30T07:15:00.250000Z`.
  public var utc: String {
    let (second, microsecond) = microseconds.floored(by: 1_000_000)
    let digits = String(microsecond)
    return Self.text(second, "%Y-%m-%dT%H:%M:%S", gmtime_r) + "." + String(repeating: "0", count: 6 - digits.count)
      + digits + "Z"
  }

  /// The time that ``utc`` gives so, or with fewer digits after the point, or none; from 1970 to 9999. Nil for all else.
  public init?(utc text: String) {
    guard text.last == "Z" else { return nil }
    let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.count == 2 ? parts[1] : "0"
    guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let fraction = Int64(digits + String(repeating: "0", count: 6 - digits.utf8.count))
    else { return nil }
    let numbers = parts[0].split { "-T:".contains($0) }.compactMap { Int32($0) }
    guard numbers.count == 6 else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (numbers[0] &- 1_900, numbers[1] &- 1, numbers[2])
    (fields.tm_hour, fields.tm_min, fields.tm_sec) = (numbers[3], numbers[4], numbers[5])
    let second = Int64(timegm(&fields))
    // What was written otherwise, and a day that the month does not have, does not come out again.
    guard Self.seconds.contains(second), Self.text(second, "%Y-%m-%dT%H:%M:%S", gmtime_r) == parts[0] else {
      return nil
    }
    self.init(microseconds: second * 1_000_000 + fraction)
  }

  /// From 1970 to 9999.
  private static let seconds: ClosedRange<Int64> = 0...253_402_300_799

  /// Day and minute, where this machine is: `2026-11-30 07:15`.
  public var local: String { Self.text(microseconds.floored(by: 1_000_000).0, "%Y-%m-%d %H:%M", localtime_r) }

  /// The day where this machine is: `2026-11-30`.
  public var localDay: String { String(local.prefix { $0 != " " }) }

  private static func text(
    _ second: Int64, _ format: String,
    _ fields: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
  ) -> String {
    var (time, parts) = (time_t(second), tm())
    _ = fields(&time, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let length = strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension Int64 {
  fileprivate func floored(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
