import Glibc
import Hearing

/// The person's own chimes, which are heard instead of the built-in ones of the same name: `run.ogg` for ``Chime/run``.
///
/// Each is looked for whenever it is asked for, so that one that was just put there, or changed, is the next to be
/// heard. It is read once for as long as its file stays the same.
public struct OwnChimes: Sendable {
  /// The endings of their files' names, the first choice first.
  public static let endings = ["ogg", "wav", "flac", "oga", "mp3"]

  /// A longer one would make the person miss what is said.
  public static let longest = Frames(.seconds(3))

  /// More than three seconds take up in any format: 16 MiB.
  private static let largestFile = 16 << 20

  /// 1 dB below the loudest possible, as the built-in ones keep.
  private static let highestPeak = 29_204.0

  /// A file that is there for a chime.
  private struct Found {
    let path: String
    let version: FileVersion
    let result: Result<PCM, SoundFileError>
  }

  /// Where they are looked for, the first choice first.
  public let folders: [String]
  private var found: [String: Found] = [:]

  public init(folders: [String]) { self.folders = folders }

  /// `cued/sounds` in `$XDG_DATA_HOME` (`~/.local/share`), then in each of `$XDG_DATA_DIRS` (`/usr/local/share`,
  /// `/usr/share`).
  public init(environment: [String: String]) {
    func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let own = absolute(environment["XDG_DATA_HOME"]) ?? absolute(environment["HOME"]).map { $0 + "/.local/share" }
    let named = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    let shared = named.split(separator: ":").compactMap { absolute(String($0)) }
    self.init(folders: ((own.map { [$0] } ?? []) + shared).map { $0 + "/cued/sounds" })
  }

  /// What is there for a chime.
  public struct Choice: Sendable {
    public let path: String
    /// The sound, or why the built-in one is heard.
    public let result: Result<PCM, SoundFileError>
    /// Whether the file was not known before, or was another one.
    public let isNew: Bool
  }

  /// The person's own sound for a chime, as loud as the built-in one.
  ///
  /// - Parameter name: of a ``Chime``.
  /// - Returns: nil where there is no file for it.
  public mutating func choice(for name: String) -> Choice? {
    guard let (path, version) = file(for: name) else {
      found[name] = nil
      return nil
    }
    if let found = found[name], found.path == path, found.version == version {
      return Choice(path: path, result: found.result, isNew: false)
    }
    let result = Result { () throws(SoundFileError) in try Self.read(path, size: version.size, as: name) }
    found[name] = Found(path: path, version: version, result: result)
    return Choice(path: path, result: result, isNew: true)
  }

  private func file(for name: String) -> (String, FileVersion)? {
    for folder in folders {
      for ending in Self.endings {
        let path = "\(folder)/\(name).\(ending)"
        if let version = FileVersion(of: path) { return (path, version) }
      }
    }
    return nil
  }

  private static func read(_ path: String, size: Int64, as name: String) throws(SoundFileError) -> PCM {
    func refusal(_ code: SoundFileError.Code, _ reason: String) -> SoundFileError {
      SoundFileError(code: code, path: path, reason: reason)
    }
    guard size <= largestFile else { throw refusal(.tooLong, "it is larger than \(largestFile >> 20) MiB") }
    let whole: PCM
    do {
      whole = try SoundFile.read(path, limit: longest)
    } catch  where error.code == .tooLong {
      throw refusal(.tooLong, "it is longer than \(longest.duration.components.seconds) s")
    }
    var trimmer = SilenceTrimmer()
    let sound = trimmer.process(whole) + trimmer.finish()
    guard !sound.samples.isEmpty else { throw refusal(.silent, "it is silent") }
    return Chimes.builtIn(name).map { sound.asLoud(as: $0, peak: highestPeak) } ?? sound
  }
}

/// What tells that a file is still the same.
private struct FileVersion: Equatable {
  private let device: UInt64
  private let inode: UInt64
  private let changed: [Int]
  let size: Int64

  /// - Returns: nil where there is no such file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    changed = [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
    size = Int64(status.st_size)
  }
}

extension PCM {
  fileprivate static func + (a: PCM, b: PCM) -> PCM { PCM(a.samples + b.samples) }

  /// As loud as another sound at its loudest, or as loud as it can be without going beyond a peak.
  fileprivate func asLoud(as other: PCM, peak: Double) -> PCM {
    let highest = Double(samples.map(\.magnitude).max() ?? 0)
    guard highest > 0 else { return self }
    let gain = min((other.loudness / loudness).squareRoot(), peak / highest)
    return PCM(samples.map { Int16((Double($0) * gain).rounded()) })
  }

  private var loudness: Double { Loudness.greatest(of: samples.map { Double($0) / 32_768 }) }
}
