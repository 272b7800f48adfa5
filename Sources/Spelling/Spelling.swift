/// A name that somebody may have meant, and other ways to write it.
public struct Spelling: Sendable {
  public let name: String
  private let spellings: [[Character]]

  public init(_ name: String, alsoWritten others: [String] = []) {
    self.name = name
    spellings = ([name] + others).map { Array($0.lowercased()) }
  }

  /// How many characters must be put in, left out or replaced, in whichever way of writing it is the fewest.
  fileprivate func distance(to word: [Character]) -> Int {
    spellings.map { editDistance($0, word) }.min() ?? word.count
  }
}

extension Sequence<Spelling> {
  /// The names that are most like a word, the nearest first; of equals, the first.
  public func nearest(to word: String, count: Int) -> [String] {
    // No name is so long that more of a word could matter.
    let word = Array(word.lowercased().prefix(48))
    let distances = enumerated().map { (name: $1.name, distance: $1.distance(to: word), position: $0) }
    return distances.sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }.prefix(count).map(\.name)
  }
}

/// Levenshtein's distance.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  // Of the part of `a` so far, to each beginning of `b`.
  var distances = Array(0...b.count)
  for (index, character) in a.enumerated() {
    var diagonal = distances[0]
    distances[0] = index + 1
    for (place, other) in b.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = distances[place + 1]
      distances[place + 1] = Swift.min(replaced, diagonal + 1, distances[place] + 1)
    }
  }
  return distances[b.count]
}
