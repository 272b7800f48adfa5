/// The clock of a sound output beside `CLOCK_MONOTONIC`: no two run alike, and in a minute they are tens of milliseconds
/// apart.
public struct SinkClock: Equatable, Sendable {
  /// When the first sample was heard.
  public var begin: SuspendingClock.Instant
  /// How many seconds 48,000 samples take.
  public var pace: Double = 1

  public init(begin: SuspendingClock.Instant, pace: Double = 1) {
    (self.begin, self.pace) = (begin, pace)
  }

  /// From when pieces of a recording arrived: by a pace of 1, `candidates` says when the recording then began, of so many
  /// samples before each of them. A piece arrives when its first sample is heard, or later: what counts is the earliest of
  /// many. The very earliest are left out, for a server that takes back what it has rendered hands over a piece or two
  /// before its time.
  ///
  /// - Returns: `nil` where there is no candidate.
  init?(_ candidates: [(position: Int, begin: SuspendingClock.Instant)]) {
    guard let first = candidates.first else { return nil }
    // As delays, after the first.
    let delays = candidates.map { (position: $0.position, seconds: ($0.begin - first.begin) / .seconds(1)) }
    let windows = Dictionary(grouping: delays) { $0.position / Self.window }
    let earliest = windows.compactMap { window in
      window.value.count >= Self.enough ? (Double(window.key * Self.window), early(window.value.map(\.seconds))) : nil
    }.sorted { $0.0 < $1.0 }
    let slopes = earliest.indices.flatMap { from in
      earliest[(from + 1)...].map { ($0.1 - earliest[from].1) / ($0.0 - earliest[from].0) }
    }.sorted()
    let slope = slopes.isEmpty ? 0 : slopes[slopes.count / 2]
    pace = 1 + slope * Double(Recording.rate)
    begin = first.begin + .seconds(early(delays.map { $0.seconds - slope * Double($0.position) }))
  }

  /// In samples: in so much the difference between two clocks shows.
  private static let window = 5 * Recording.rate
  /// Pieces in a window, for an early one to be among them.
  private static let enough = 20

  /// When the sample at this position is heard.
  func time(of position: Int) -> SuspendingClock.Instant {
    begin + .nanoseconds(Int64((Double(position) * pace * 1e9 / Double(Recording.rate)).rounded()))
  }

  func position(at time: SuspendingClock.Instant) -> Int { Recording.position(after: (time - begin) / pace) }
}

/// The earliest but for a twentieth.
private func early(_ delays: [Double]) -> Double { delays.sorted()[delays.count / 20] }
