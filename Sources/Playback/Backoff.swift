/// How long to wait before the next attempt to reach a server that is away: 50 ms, then twice as long each time, at
/// most 5 s.
struct Backoff: Equatable, Sendable {
  static let first: Duration = .milliseconds(50)
  static let longest: Duration = .seconds(5)

  private var next = first

  mutating func delay() -> Duration {
    defer { next = min(next * 2, Self.longest) }
    return next
  }

  mutating func reset() { next = Self.first }
}
