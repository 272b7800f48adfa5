/// A bar for a terminal, of plain characters that are one column wide everywhere.
enum ProgressBar {
  /// - Parameters:
  ///   - fraction: how much is done, 0 to 1.
  ///   - width: with its two brackets; three columns or more.
  static func text(_ fraction: Double, width: Int) -> String {
    let room = max(1, width - 2)
    let done = min(room, max(0, Int(fraction * Double(room))))
    return "[" + String(repeating: "#", count: done) + String(repeating: ".", count: room - done) + "]"
  }
}
