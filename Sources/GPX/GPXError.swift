/// Why a file gives no track.
public enum GPXError: Error, Hashable, Sendable {
  /// A system call failed.
  case system(reason: String)
  case tooLarge(bytes: Int)
  /// It is no XML, no GPX, or says something that cannot be.
  case wrong(line: Int, reason: String)
  /// It has no point that says where somebody was when.
  case noTimes(points: Int)
}

extension GPXError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let reason): "cannot be read: \(reason)"
    case .tooLarge(let bytes): "is larger than the \(bytes >> 20) MiB that are read"
    case .wrong(let line, let reason): "line \(line): \(reason)"
    case .noTimes(0): "has no track"
    case .noTimes(let points): "none of its \(points) points says when it was: it is a route, and no recording"
    }
  }
}
