import CLinux
import Glibc

/// A socket that clients connect to, and its place in the file system where it has made one.
struct ListeningSocket {
  private struct Place {
    let path: String
    let identity: FileIdentity
    let lock: Int32
  }

  let descriptor: Int32
  /// Nil for a socket that was handed over: its file belongs to who made it.
  private let place: Place?

  /// Takes over a socket that listens already.
  init(adopting descriptor: Int32) throws(VarlinkListenError) {
    guard
      Self.option(SO_DOMAIN, of: descriptor) == AF_UNIX,
      Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
      Self.option(SO_ACCEPTCONN, of: descriptor) == 1
    else { throw .notListening(descriptor: descriptor) }
    guard linux_set_nonblocking(descriptor) == 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      throw .failed(call: "fcntl", path: "file descriptor \(descriptor)", errno: errno)
    }
    self.descriptor = descriptor
    place = nil
  }

  /// Listens at a path, for this user alone. A socket that nobody listens on any more is replaced.
  init(at path: String) throws(VarlinkListenError) {
    guard let address = UnixAddress(path: path) else { throw .unusablePath(path) }
    let lock = try Self.lock(path, address)
    do {
      try Self.removeStale(path, address)
      descriptor = try Self.makeListening(path, address)
    } catch {
      Glibc.close(lock)
      throw error
    }
    guard let identity = FileIdentity(of: path) else {
      let error = VarlinkListenError.failed(call: "lstat", path: path, errno: errno)
      Glibc.close(descriptor)
      Glibc.close(lock)
      throw error
    }
    place = Place(path: path, identity: identity, lock: lock)
  }

  /// Stops listening. The socket's file goes too, if it is still the one that was made here.
  func close() {
    if let place, FileIdentity(of: place.path) == place.identity { unlink(place.path) }
    Glibc.close(descriptor)
    if let place { Glibc.close(place.lock) }
  }

  /// Takes the lock that whoever replaces the socket at `path` holds for as long as it listens.
  ///
  /// Its file stays when the lock is given up: were it removed, one process could lock the old file and another a new
  /// one of the same name.
  private static func lock(_ path: String, _ address: UnixAddress) throws(VarlinkListenError) -> Int32 {
    let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .failed(call: "open", path: path + ".lock", errno: errno) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    let reason = errno
    Glibc.close(descriptor)
    guard reason == EWOULDBLOCK else { throw .failed(call: "flock", path: path + ".lock", errno: reason) }
    if case .live(let process) = Probe(address) { throw .inUse(path: path, process: process) }
    throw .inUse(path: path, process: nil)
  }

  private static func removeStale(_ path: String, _ address: UnixAddress) throws(VarlinkListenError) {
    guard let identity = FileIdentity(of: path) else {
      if errno == ENOENT { return }
      throw .failed(call: "lstat", path: path, errno: errno)
    }
    guard identity.isSocket else { throw .notASocket(path: path) }
    switch Probe(address) {
    case .live(let process): throw .inUse(path: path, process: process)
    case .unknown(let errno): throw .failed(call: "connect", path: path, errno: errno)
    case .stale: break
    }
    guard unlink(path) == 0 || errno == ENOENT else { throw .failed(call: "unlink", path: path, errno: errno) }
  }

  private static func makeListening(_ path: String, _ address: UnixAddress) throws(VarlinkListenError) -> Int32 {
    let descriptor = UnixAddress.makeSocket()
    guard descriptor >= 0 else { throw .failed(call: "socket", path: path, errno: errno) }
    func check(_ result: Int32, _ call: String) throws(VarlinkListenError) {
      guard result < 0 else { return }
      let error = VarlinkListenError.failed(call: call, path: path, errno: errno)
      Glibc.close(descriptor)
      throw error
    }
    // Linux makes the file with the socket's own mode: unlike with umask or chmod, there is no moment and no other
    // thread for which it is open to all.
    try check(fchmod(descriptor, 0o600), "fchmod")
    try check(address.bind(descriptor), "bind")
    try check(Glibc.listen(descriptor, SOMAXCONN), "listen")
    return descriptor
  }

  private static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
  }
}

/// Whether somebody listens at a socket's path, found out by connecting.
private enum Probe {
  case live(process: pid_t?)
  case stale
  case unknown(errno: Int32)

  init(_ address: UnixAddress) {
    let descriptor = UnixAddress.makeSocket()
    guard descriptor >= 0 else {
      self = .unknown(errno: errno)
      return
    }
    defer { Glibc.close(descriptor) }
    guard address.connect(descriptor) < 0 else {
      self = .live(process: PeerCredentials(of: descriptor)?.process)
      return
    }
    switch errno {
    case ECONNREFUSED, ENOENT: self = .stale
    // So many wait to be accepted that it takes no more.
    case EAGAIN: self = .live(process: nil)
    default: self = .unknown(errno: errno)
    }
  }
}

/// Which file lies at a path.
private struct FileIdentity: Equatable {
  let device: dev_t
  let number: ino_t
  let isSocket: Bool

  /// Nil with errno. A symbolic link is not followed.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
  }
}
