import Glibc

/// Music of the person's own: files that are heard one after another, and then again from the first.
public struct MusicFiles: Sendable {
  /// In the order in which they are heard; one at least.
  public let paths: [String]
  /// How many channels their music has: two where any file has two, else one. A file of more is mixed to one.
  public let channels: Int
  /// The samples per second of all of them; nil where they differ.
  public let rate: Int?

  /// Looks into each of them.
  ///
  /// - Parameter paths: one at least.
  /// - Throws: ``SoundFileError`` for the first that cannot be read, or in which there is nothing.
  public init(_ paths: [String]) throws(SoundFileError) {
    precondition(!paths.isEmpty, "no music is no choice of music")
    var rates: Set<Int> = []
    var isStereo = false
    for path in paths {
      let file = try SoundFileReader(path)
      guard try !file.read(1).isEmpty else { throw .silent(path) }
      rates.insert(file.rate)
      isStereo = isStereo || file.channels == 2
    }
    self.paths = paths
    channels = isStereo ? 2 : 1
    rate = rates.count == 1 ? rates.first : nil
  }

  /// Whether that is one of the files, by whatever name.
  public func contains(_ path: String) -> Bool {
    guard let identity = FileIdentity(path) else { return false }
    return paths.contains { FileIdentity($0) == identity }
  }
}

extension SoundFileError {
  static func silent(_ path: String) -> Self {
    SoundFileError(code: .silent, path: path, reason: "there is nothing in it")
  }
}

/// What makes a file the same file under another name.
private struct FileIdentity: Equatable {
  let device: dev_t
  let number: ino_t

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
