import CSndFile
import Glibc

/// A file that is being written: hidden beside its later place until it is finished.
///
/// libsndfile writes through this rather than by itself, since it does not tell of what goes wrong while it closes a
/// file, and there it writes headers, and of a compressed file often all.
final class UnfinishedFile {
  let path: String
  /// Why it cannot be finished any more; nil: it can.
  var failure: String?
  private let temporaryPath: String
  private let descriptor: Int32
  private var isOpen = true

  init(_ path: String) throws(SoundFileError) {
    // Known now rather than when an hour of sound is to be put in its place.
    guard !Self.isTaken(path) else {
      throw SoundFileError(code: .cannotCreate, path: path, reason: "there is something that is not a regular file")
    }
    self.path = path
    temporaryPath = Self.temporaryPath(beside: path)
    descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      isOpen = false
      throw SoundFileError(code: .cannotCreate, path: path, reason: String(cString: strerror(errno)))
    }
  }

  deinit { discard() }

  /// Puts the file in its place, in one step.
  ///
  /// - Throws: ``SoundFileError`` with the code `cannotWrite`, where that fails or any writing has failed; then nothing
  ///   of it is left.
  func finish() throws(SoundFileError) {
    // Some file systems tell only when asked to synchronise that the disk is full.
    if failure == nil, fsync(descriptor) < 0 || rename(temporaryPath, path) < 0 {
      failure = String(cString: strerror(errno))
    }
    if let failure {
      discard()
      throw SoundFileError(code: .cannotWrite, path: path, reason: failure)
    }
    _ = close(descriptor)
    isOpen = false
  }

  private func discard() {
    guard isOpen else { return }
    _ = close(descriptor)
    unlink(temporaryPath)
    isOpen = false
  }

  /// Whether something is there that a file must not or cannot replace: a directory, a device.
  private static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// A name that nobody else has, in the same directory, since only there can it be renamed into place.
  private static func temporaryPath(beside path: String) -> String {
    let nameStart = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(path[..<nameStart]).\(path[nameStart...]).\(suffix)"
  }
}

// MARK: As libsndfile sees it

extension UnfinishedFile {
  /// The functions through which libsndfile writes; each is handed the file itself, see ``context``.
  static let functions = SF_VIRTUAL_IO(
    get_filelen: { UnfinishedFile.from($0).length },
    seek: { offset, origin, context in
      sf_count_t(lseek(UnfinishedFile.from(context).descriptor, off_t(offset), origin))
    },
    read: { _, _, _ in 0 },
    write: { bytes, count, context in
      UnfinishedFile.from(context).write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    },
    tell: { sf_count_t(lseek(UnfinishedFile.from($0).descriptor, 0, SEEK_CUR)) })

  /// Valid as long as this object.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func from(_ context: UnsafeMutableRawPointer?) -> UnfinishedFile {
    guard let context else { preconditionFailure("libsndfile forgot which file it writes to") }
    return Unmanaged<UnfinishedFile>.fromOpaque(context).takeUnretainedValue()
  }

  private var length: sf_count_t {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? sf_count_t(status.st_size) : -1
  }

  /// - Returns: the number of bytes written; less than all of them only where ``failure`` says why.
  private func write(_ bytes: UnsafeRawBufferPointer) -> sf_count_t {
    var written = 0
    while written < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      guard count > 0 else {
        failure = failure ?? String(cString: strerror(errno))
        break
      }
      written += count
    }
    return sf_count_t(written)
  }
}
