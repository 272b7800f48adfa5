import CSndFile

/// Why a sound file could not be read or written.
public struct SoundFileError: Error, Hashable, CustomStringConvertible {
  public enum Code: Hashable, Sendable {
    /// There is no such file, it may not be read, it is not a regular file, or not in a format that libsndfile knows.
    case cannotOpen
    /// It began as a sound file, but its data is broken.
    case unreadable
    /// Its sample rate is further than a factor of 256 from ours, or 0.
    case unsupportedRate
    /// It is longer than the caller wants to hold in memory.
    case tooLong
    /// It has more channels than any sound here.
    case tooManyChannels
    /// There is nothing to hear in it.
    case silent
    /// The ending of its name stands for no format that can be written.
    case unknownEnding
    /// The file cannot be made where it should be.
    case cannotCreate
    /// The file was begun, but not all of it could be written.
    case cannotWrite
  }

  public let code: Code
  public let path: String
  /// The system's or the library's own words, or ours where they have none.
  public let reason: String

  public var description: String {
    switch code {
    case .cannotOpen: "\(path): cannot be opened: \(reason)"
    case .unreadable: "\(path): cannot be read: \(reason)"
    case .unsupportedRate, .tooLong, .tooManyChannels, .silent: "\(path): cannot be used: \(reason)"
    case .unknownEnding, .cannotCreate: "\(path): cannot be created: \(reason)"
    case .cannotWrite: "\(path): cannot be written: \(reason)"
    }
  }
}
