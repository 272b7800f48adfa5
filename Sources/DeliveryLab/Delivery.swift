/// What was sent to a daemon that was killed again and again, and what was heard of it.
public struct Delivery: Equatable, Sendable {
  /// The numbers whose sending was answered, and those of which nobody knows, since the daemon was killed before.
  public var answered: [Int]
  public var unanswered: [Int]
  /// When the daemon was killed, in samples of the recording.
  public var kills: [Int]
  public var hearings: [Hearing]

  public init(answered: [Int], unanswered: [Int], kills: [Int], hearings: [Hearing]) {
    self.answered = answered
    self.unanswered = unanswered
    self.kills = kills
    self.hearings = hearings
  }

  /// So soon before a kill a sound may end whose end is not journaled yet: 50 ms.
  private static let tolerance = 2_400
  /// A sound that was cut off ends so long before the kill, as far as one can tell, or after it: 60 and 250 ms.
  private static let (before, after) = (2_880, 12_000)

  /// How many numbers were heard whole.
  public var whole: Int { Set(hearings.filter(\.isWhole).compactMap(\.number)).count }

  /// How many sounds were cut off by a kill.
  public var cut: Int { hearings.count { !$0.isWhole } }

  /// How many sounds were heard once more that had ended in the very moment of a kill.
  public var again: Int { hearings.filter(\.isWhole).count - whole }

  /// What is not as it must be, each as a line for the person.
  public var faults: [String] {
    lost + outOfOrder + repeated + hearings.filter { !$0.isWhole && !isCut($0) }.map { "\(name($0)) is not whole" }
  }

  private var lost: [String] {
    let whole = Set(hearings.filter(\.isWhole).compactMap(\.number))
    let begun = Set(hearings.compactMap(\.number)).intersection(unanswered)
    return (answered + begun).sorted().filter { !whole.contains($0) }.map { "\($0) was not heard whole" }
  }

  private var outOfOrder: [String] {
    let told = hearings.filter { $0.number != nil }
    return zip(told, told.dropFirst()).filter { $0.number! > $1.number! }.map {
      "\(name($1)) was heard after \(name($0))"
    }
  }

  private var repeated: [String] {
    hearings.indices.flatMap { index -> [String] in
      let first = hearings[index]
      guard first.isWhole, let number = first.number else { return [] }
      return hearings[(index + 1)...].filter { $0.number == number && !isExcused(first, heardAgain: $0) }
        .map { "\(name($0)) was heard before, until \(seconds(first.range.upperBound)), \(nextKill(after: first))" }
    }
  }

  private func nextKill(after hearing: Hearing) -> String {
    guard let kill = kills.first(where: { $0 > hearing.range.upperBound }) else { return "with no kill since" }
    return "\(seconds(kill - hearing.range.upperBound)) before a kill"
  }

  /// Whether the daemon was killed so soon after a sound had ended that it could not know.
  private func isExcused(_ first: Hearing, heardAgain second: Hearing) -> Bool {
    let end = first.range.upperBound
    return kills.contains { $0 >= end - Self.before && $0 <= end + Self.tolerance && $0 < second.range.lowerBound }
  }

  private func isCut(_ hearing: Hearing) -> Bool {
    let end = hearing.range.upperBound
    return kills.contains { end >= $0 - Self.before && end <= $0 + Self.after }
  }

  private func name(_ hearing: Hearing) -> String {
    "\(hearing.number.map(String.init) ?? "a sound") at \(seconds(hearing.range.lowerBound))"
  }

  private func seconds(_ position: Int) -> String {
    let milliseconds = position / 48
    let fraction = "\(1_000 + milliseconds % 1_000)".dropFirst()
    return "\(milliseconds / 1_000).\(fraction) s"
  }
}
