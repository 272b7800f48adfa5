import FoundationEssentials
import Glibc
import Settings

/// The person's settings on disk.
struct SettingsFile: Sendable {
  /// Why it cannot be read or written, for the person; with its path.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let description: String

    fileprivate init(_ path: String, _ reason: String) { description = "\(path): \(reason)" }

    /// What `errno` says.
    fileprivate init(_ path: String) { self.init(path, String(cString: strerror(errno))) }
  }

  /// No settings are so long.
  private static let longest = 64 << 10

  let path: String

  /// What it says; nothing where it is not there.
  func read() throws(Failure) -> SettingsDocument {
    guard let bytes = try contents() else { return SettingsDocument() }
    do {
      return try SettingsDocument(reading: bytes)
    } catch {
      throw Failure(path, error.description)
    }
  }

  private func contents() throws(Failure) -> [UInt8]? {
    // A pipe must not keep us waiting.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      // Without its folder it is not there, either.
      guard errno == ENOENT || errno == ENOTDIR else { throw Failure(path) }
      return nil
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw Failure(path, "it is not a file") }
    var bytes = [UInt8](repeating: 0, count: Self.longest + 1)
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + count, $0.count - count) }
      guard more >= 0 else { throw Failure(path) }
      if more == 0 { break }
      count += more
    }
    guard count <= Self.longest else { throw Failure(path, "it is longer than \(Self.longest >> 10) KiB") }
    return Array(bytes[..<count])
  }

  /// Replaces it, whole or not at all, for this user's eyes alone. When this returns, it is on disk. Where it is a
  /// symbolic link, what that leads to is replaced.
  func write(_ document: SettingsDocument) throws(Failure) {
    let text = Self.text(document)
    guard text.count <= Self.longest else { throw Failure(path, "it would be longer than \(Self.longest >> 10) KiB") }
    let target = try target()
    let unfinished = "\(target).new"
    unlink(unfinished)
    let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(unfinished) }
    let isWhole = write(text, to: file) && fsync(file) == 0
    let failure = isWhole ? nil : Failure(unfinished)
    close(file)
    if let failure {
      unlink(unfinished)
      throw failure
    }
    guard rename(unfinished, target) == 0 else {
      let failure = Failure(target)
      unlink(unfinished)
      throw failure
    }
    syncFolder(of: target)
  }

  /// The file that is to be replaced, whose folder is there.
  private func target() throws(Failure) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard errno == ENOENT else { throw Failure(path) }
    var status = stat()
    guard lstat(path, &status) != 0 else { throw Failure(path, "it is a symbolic link to a file that is not there") }
    try makeFolder(Self.folder(of: path))
    return path
  }

  private func makeFolder(_ folder: String) throws(Failure) {
    guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, folder.utf8.contains(UInt8(ascii: "/")) else { throw Failure(folder) }
    try makeFolder(Self.folder(of: folder))
    guard mkdir(folder, 0o700) == 0 else { throw Failure(folder) }
  }

  /// So that the new name survives a power cut, too. Where that cannot be, the file is there all the same.
  private func syncFolder(of path: String) {
    let folder = open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  private func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func text(_ document: SettingsDocument) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(document.json)) + [UInt8(ascii: "\n")]
    } catch {
      preconditionFailure("settings that were read cannot be written again: \(error)")
    }
  }
}
