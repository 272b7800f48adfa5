extension Duration {
  /// Minutes and seconds as a clock shows them, two digits each at least: `04:45`, `102:30`. What is less than a second
  /// is left out.
  public var clock: String {
    let (minutes, seconds) = components.seconds.quotientAndRemainder(dividingBy: 60)
    return Self.twoDigits(minutes) + ":" + Self.twoDigits(seconds)
  }

  /// What ``clock`` shows, or with a minute of one digit: `4:45`. Nil for anything else.
  public init?(clock text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...3).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
      let minutes = Int(parts[0]), let seconds = Int(parts[1]), seconds < 60
    else { return nil }
    self = .seconds(60 * minutes + seconds)
  }

  /// The next whole second, if this is none: what a countdown shows.
  public var roundedUp: Duration { .seconds(components.seconds + (components.attoseconds > 0 ? 1 : 0)) }

  private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
