import Glibc

/// The local time, by the person's time zone.
struct TimeOfDay: Equatable, CustomStringConvertible {
  var hour, minute, second: Int

  static var now: TimeOfDay {
    var time = time(nil)
    var parts = tm()
    localtime_r(&time, &parts)
    return TimeOfDay(hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  /// `09:05:00`
  var description: String {
    [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
