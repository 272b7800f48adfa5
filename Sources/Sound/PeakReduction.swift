/// Decides by how much a sound is turned down so that it stays below a ceiling, block by block.
///
/// Where a block would be too loud, the gain goes down within the block before it and comes back slowly after it; between
/// two blocks it moves in a straight line. At both ends of a block it is low enough for the block's loudest sample, so it
/// is everywhere.
struct PeakReduction {
  /// The length of a block in samples of each channel: 2 ms.
  static let block = 96
  /// What is missing of the whole gain shrinks by this much each block: to a third within 100 ms.
  private static let recovery = 0.02
  /// What is missing then changes no 16-bit sample any more, and is given back at once.
  private static let negligible = 1.0 / 131_072

  /// By how much the gain is turned down where the next block begins, 0 to 1.
  private var reduction = 1.0

  /// The next block.
  ///
  /// - Parameters:
  ///   - need: by how much it must be turned down so that it is not too loud; 1: not at all.
  ///   - following: the same of the block after it.
  /// - Returns: by how much it is turned down at its first sample, and at the first one after it.
  mutating func next(need: Double, following: Double) -> (first: Double, last: Double) {
    let first = min(reduction, need)
    let missing = (1 - reduction) * (1 - Self.recovery)
    reduction = min(need, following, missing < Self.negligible ? 1 : 1 - missing)
    return (first, reduction)
  }
}
