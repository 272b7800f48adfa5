import CalendarTime
import Cue

extension WallTime {
  /// The moment that a text names as XML Schema's `dateTime` does: in UTC, or with an offset from it. One without
  /// either is taken to be in UTC, which GPX prescribes. What is less than a microsecond is left out.
  init?(xmlDateTime text: String) {
    var local = text[...]
    var offset = Duration.zero
    if local.hasSuffix("Z") {
      local.removeLast()
    } else if let sign = text.dropFirst("2026-11-30T".count).lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let numbers = text[text.index(after: sign)...].split(separator: ":", omittingEmptySubsequences: false)
      guard numbers.map(\.utf8.count) == [2, 2], let hours = Int(numbers[0]), let minutes = Int(numbers[1]),
        (0...14).contains(hours), (0...59).contains(minutes)
      else { return nil }
      offset = .seconds((hours * 60 + minutes) * (text[sign] == "-" ? -60 : 60))
      local = text[..<sign]
    }
    let parts = local.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.dropFirst().first
    let fraction = digits.map { "." + $0.prefix(6) } ?? ""
    guard let first = parts.first, digits?.allSatisfy(\.isNumber) ?? true,
      let time = WallTime(utc: first + fraction + "Z")
    else { return nil }
    self = time - offset
  }
}
