import CLinux
import FoundationEssentials
import Glibc
import HistoryDatabase

/// Where the run under way is kept, in `$XDG_STATE_HOME/couch5k`: one at a time, by one process.
struct RecoveryFile {
  private let directory: String
  var path: String { directory + "/run.json" }
  private var lockPath: String { directory + "/run.lock" }

  /// - Parameter environment: says where states are kept, beside the history.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    directory = (try? HistoryFile.standardFolder(environment: environment)) ?? "/.local/state/couch5k"
  }

  /// What was not finished; nil where there is nothing.
  func read() throws(RecoveryError) -> UnfinishedRun? {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      guard access(path, F_OK) == 0 else { return nil }
      throw .unreadable(access(path, R_OK) == 0 ? error.systemReason : failure)
    }
    return try UnfinishedRun(json: data)
  }

  /// Replaces it, whole or not at all, on the disk before this returns.
  ///
  /// - Returns: why not, where it cannot be written.
  func write(_ run: UnfinishedRun) -> String? {
    let temporary = path + ".new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return failure }
    defer { close(file) }
    let data = run.json
    let isWritten = data.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) == $0.count }
    guard isWritten, fsync(file) == 0, rename(temporary, path) == 0 else {
      let reason = failure
      unlink(temporary)
      return reason
    }
    return nil
  }

  func remove() { unlink(path) }

  /// Sets one aside that leads to no run, so that the next one can be kept.
  func setAside() { rename(path, path + ".damaged") }

  private var failure: String { String(cString: strerror(errno)) }
}

// MARK: - One at a time

extension RecoveryFile {
  enum Claim {
    /// This process holds it until it ends, however that is.
    case ours
    /// Another one does.
    case heldBy(process: Int32?)
    /// It cannot be told; why.
    case unknown(String)
  }

  /// Claims the right to run, for as long as this process lives.
  func claim() -> Claim {
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      return .unknown(error.systemReason)
    }
    let file = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return .unknown(failure) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(file) }
      guard errno == EWOULDBLOCK else { return .unknown(failure) }
      return .heldBy(process: holder(in: file))
    }
    let name = "\(getpid())\n"
    ftruncate(file, 0)
    _ = name.withCString { pwrite(file, $0, strlen($0), 0) }
    return .ours
  }

  private func holder(in file: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let length = pread(file, &bytes, bytes.count, 0)
    guard length > 0 else { return nil }
    return Int32(String(decoding: bytes.prefix(length).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

/// The machine's name for the time since it was started.
enum BootID {
  static var current: String {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return text?.split(separator: "\n").first.map(String.init) ?? ""
  }
}
