import CueQueue
import EventLoop
import Glibc

/// The cue journal on disk: what the daemon knows of cues, so that the next one goes on where this one was killed.
///
/// It is added to with one write a change, which survives this process at once; the folder is gone with the login, so
/// nothing waits for a disk. Where it cannot be written the daemon runs on, and this says so once, tries again ever more
/// seldom where that may help, and says when all is well.
@EventLoop
final class CueJournalFile {
  /// Why nothing is journaled; nil: all is.
  private(set) var trouble: String?
  /// Called with what is worth a line for the person.
  var onNotice: @EventLoop (String) -> Void = { _ in }
  /// Hands over everything that the journal must hold, one record after another.
  var contents: @EventLoop (_ add: (JournalRecord) throws(Failure) -> Void) throws(Failure) -> Void = { _ in }
  /// Called with what the daemon before this one knew where ``restore()`` could not read it yet; the ``contents`` must
  /// hold it from then on.
  var onLateRestoration: @EventLoop ([JournalRecord]) -> Void = { _ in }

  private static let name = "cues.journal"
  private static let unfinishedName = "cues.journal.new"
  private static let (firstPause, longestPause): (Duration, Duration) = (.seconds(1), .seconds(60))
  /// Rewriting it costs some milliseconds, so it is put off for a moment of silence, but not for ever.
  private static let (worthRewriting, tooLong) = (256 << 10, 16 << 20)
  /// Four times what there may be to know is never reached: nothing that long is ours.
  private static let longest: off_t = 256 << 20
  /// So many bytes of it are made at a time, so that what it takes does not grow with what there is to know.
  private static let piece = 64 << 10
  /// A daemon that was told to leave holds its lock for a second more, while its last cue plays.
  private static let (lockAttempts, lockInterval) = (130, useconds_t(10_000))

  private let path: String
  private var folder: Int32 = -1
  private var file: Int32 = -1
  /// How many bytes it has, and had when it was written anew.
  private var (length, lengthWhenNew) = (0, 0)
  private var retry: Timer?
  private var pause = firstPause
  /// Until what is there has been read it must not be replaced.
  private var isRestored = false

  /// - Parameter folder: where it is kept; made where it is missing.
  init(folder: String) { path = folder }

  /// What the daemon before this one knew. To be called once, before anything is added.
  func restore() -> [JournalRecord] {
    do {
      try openFolder(lockAttempts: Self.lockAttempts)
      let records = try records()
      isRestored = true
      return records
    } catch {
      begin(error)
      return []
    }
  }

  /// Adds records, whole or not at all.
  func add(_ records: [JournalRecord]) {
    guard file >= 0, !records.isEmpty else { return }
    let bytes = CueJournal.bytes(of: records)
    do {
      try write(bytes, to: file)
      length += bytes.count
    } catch {
      // What was written of it must not stand between what comes later.
      ftruncate(file, off_t(length))
      begin(error)
    }
  }

  /// Writes the journal anew where it has grown.
  ///
  /// - Parameter isQuiet: nobody is kept waiting by it.
  func tidy(isQuiet: Bool) {
    guard file >= 0, length > (isQuiet ? Self.worthRewriting : Self.tooLong), length > 4 * lengthWhenNew else { return }
    rewrite()
  }

  /// Replaces the journal by what there is to know now, whole or not at all.
  func rewrite() {
    do {
      if folder < 0 { try openFolder(lockAttempts: 1) }
      if !isRestored {
        onLateRestoration(try records())
        isRestored = true
      }
      try replace()
      end()
    } catch {
      begin(error)
    }
  }

  /// Leaves the journal to the next daemon.
  func close() {
    retry = nil
    for descriptor in [file, folder] where descriptor >= 0 { Glibc.close(descriptor) }
    (file, folder) = (-1, -1)
  }
}

// MARK: - Trouble

extension CueJournalFile {
  /// Why there is no journal.
  struct Failure: Error {
    fileprivate let reason: String
    /// Trying again is of no use.
    fileprivate let isLasting: Bool

    fileprivate init(_ reason: String, isLasting: Bool = false) {
      self.reason = reason
      self.isLasting = isLasting
    }

    /// What `errno` says.
    fileprivate init(calling what: String) { self.init("\(what): \(String(cString: strerror(errno)))") }
  }

  private func begin(_ failure: Failure) {
    if file >= 0 { Glibc.close(file) }
    file = -1
    if trouble == nil {
      onNotice(
        "cues are not journaled: \(failure.reason): a crash would now lose those that wait, and forget which were heard"
      )
    }
    trouble = failure.reason
    guard !failure.isLasting else { return }
    let timer = retry ?? Timer(.boot) { [weak self] in self?.rewrite() }
    timer.arm(after: pause)
    retry = timer
    pause = min(pause * 2, Self.longestPause)
  }

  private func end() {
    retry?.disarm()
    pause = Self.firstPause
    guard trouble != nil else { return }
    trouble = nil
    onNotice("cues are journaled again")
  }
}

// MARK: - Files

extension CueJournalFile {
  /// Opens the folder, for this daemon alone: two would each replace what the other one has journaled.
  private func openFolder(lockAttempts: Int) throws(Failure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Failure(calling: "mkdir \(path)") }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { throw Failure(calling: "open \(path)") }
    var status = stat()
    guard fstat(folder, &status) == 0, status.st_uid == geteuid() else {
      Glibc.close(folder)
      throw Failure("\(path): it is another user's", isLasting: true)
    }
    guard lock(folder, attempts: lockAttempts) else {
      Glibc.close(folder)
      throw Failure("\(path): another cued keeps its journal there")
    }
    self.folder = folder
  }

  private func lock(_ folder: Int32, attempts: Int) -> Bool {
    (0..<attempts).contains { attempt in
      if attempt > 0 { usleep(Self.lockInterval) }
      return flock(folder, LOCK_EX | LOCK_NB) == 0
    }
  }

  private func records() throws(Failure) -> [JournalRecord] {
    guard let bytes = try contentsOfFile() else { return [] }
    let reading = CueJournal.read(bytes)
    if reading.damages > 0 {
      onNotice("\(path)/\(Self.name) is damaged in \(reading.damages) places, and what stood there is lost")
    }
    guard let header = reading.header else { return reading.records }
    if header.version != CueJournal.version {
      onNotice("\(path)/\(Self.name) is of another version of cued, and not read")
    }
    return header.boot == Self.boot ? reading.records : []
  }

  private func contentsOfFile() throws(Failure) -> [UInt8]? {
    let file = openat(folder, Self.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      guard errno == ENOENT else { throw Failure(calling: "open \(Self.name)") }
      return nil
    }
    defer { Glibc.close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure("\(Self.name) is not a file")
    }
    guard status.st_size <= Self.longest else {
      onNotice("\(path)/\(Self.name) is longer than \(Self.longest >> 20) MiB, and not read")
      return nil
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(file, &chunk, chunk.count), count != 0 {
      guard count > 0 else { throw Failure(calling: "read \(Self.name)") }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private func replace() throws(Failure) {
    // Whatever is in its place, a pipe for one, must not keep us waiting.
    unlinkat(folder, Self.unfinishedName, 0)
    let new = openat(folder, Self.unfinishedName, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard new >= 0 else { throw Failure(calling: "open \(Self.unfinishedName)") }
    do throws(Failure) {
      let length = try writeContents(to: new)
      guard renameat(folder, Self.unfinishedName, folder, Self.name) == 0 else {
        throw Failure(calling: "rename \(Self.unfinishedName)")
      }
      if file >= 0 { Glibc.close(file) }
      file = new
      (self.length, lengthWhenNew) = (length, length)
    } catch {
      Glibc.close(new)
      unlinkat(folder, Self.unfinishedName, 0)
      throw error
    }
  }

  /// - Returns: how many bytes they have.
  private func writeContents(to file: Int32) throws(Failure) -> Int {
    var bytes = CueJournal.bytes(of: CueJournal.Header(boot: Self.boot))
    bytes.reserveCapacity(2 * Self.piece)
    var written = 0
    try contents { record throws(Failure) in
      CueJournal.add(record, to: &bytes)
      guard bytes.count >= Self.piece else { return }
      try write(bytes, to: file)
      written += bytes.count
      bytes.removeAll(keepingCapacity: true)
    }
    try write(bytes, to: file)
    return written + bytes.count
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(calling: "write \(Self.name)") }
      rest = rest.dropFirst(count)
    }
  }

  /// This run of the machine, by whose clock the records' times are.
  private static let boot: String = {
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    defer { if file >= 0 { Glibc.close(file) } }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = file >= 0 ? read(file, &bytes, bytes.count) : 0
    return String(decoding: bytes.prefix(max(0, count)).filter { $0 > 0x20 }, as: UTF8.self)
  }()
}
