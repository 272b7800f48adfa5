import Glibc
import Tracks

/// A file in the GPS Exchange Format, 1.0 or 1.1 (https://www.topografix.com/gpx.asp).
public enum GPXFile {
  /// A day's recording with a point every second has about 15 MiB.
  static let mostBytes = 64 << 20
  private static let pieceSize = 65_536

  /// The track that is in a file, piece by piece as it is read.
  public static func read(_ path: String) throws(GPXError) -> Track {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .lastSystemError }
    defer { close(descriptor) }
    let parser = GPXParser()
    var piece = [UInt8](repeating: 0, count: pieceSize)
    var total = 0
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .lastSystemError }
      guard count > 0 else { return try parser.finish() }
      total += count
      guard total <= mostBytes else { throw .tooLarge(bytes: mostBytes) }
      try parser.feed(piece[..<count])
    }
  }
}

extension GPXError {
  fileprivate static var lastSystemError: GPXError { .system(reason: String(cString: strerror(errno))) }
}
