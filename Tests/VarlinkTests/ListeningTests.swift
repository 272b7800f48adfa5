import EventLoop
import Glibc
import JSON
import Testing

@testable import Varlink

@Suite(.timeLimit(.minutes(2))) @EventLoop struct ListeningTests {
  private let temporary = TemporaryDirectory()
  private var directory: String { temporary.path }
  private var path: String { directory + "/socket" }

  private func makeServer() -> VarlinkServer {
    VarlinkServer(.init(vendor: "", product: "", version: "", url: ""), interfaces: [])
  }

  /// A socket that is bound to the path by somebody else.
  private func makeSocket(listening: Bool) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #expect(UnixAddress(path: path)!.bind(descriptor) == 0)
    if listening { #expect(listen(descriptor, 1) == 0) }
    return descriptor
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private func canConnect() -> Bool { (try? VarlinkClient.connect(to: path)) != nil }

  /// Waits for what is true unless another test is starting a process: until that has become another program, it
  /// holds a copy of every descriptor.
  private func settles(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  private func listens(_ server: VarlinkServer) -> Bool { (try? server.listen(at: path)) != nil }

  @Test func `the socket is its user's alone, whatever the umask`() throws {
    let mask = umask(0)
    defer { umask(mask) }
    let server = makeServer()
    try server.listen(at: path)
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode == S_IFSOCK | 0o600)
  }

  @Test func `a socket that was left behind is replaced`() async throws {
    close(makeSocket(listening: true))
    await settles { !canConnect() }
    #expect(exists(path))
    let server = makeServer()
    try server.listen(at: path)
    #expect(canConnect())
  }

  @Test func `a socket that another listens on is left alone, and the error says who that is`() throws {
    let descriptor = makeSocket(listening: true)
    defer { close(descriptor) }
    let server = makeServer()
    #expect(throws: VarlinkListenError.inUse(path: path, process: getpid())) { try server.listen(at: path) }
    #expect(canConnect())
  }

  @Test func `a second server at the same path is refused, and the first goes on`() async throws {
    let first = makeServer()
    try first.listen(at: path)
    let second = makeServer()
    #expect(throws: VarlinkListenError.inUse(path: path, process: getpid())) { try second.listen(at: path) }
    second.close()
    #expect(canConnect())
    first.close()
    await settles { listens(second) }
    #expect(canConnect())
  }

  @Test func `whoever holds the lock is about to listen, and is left alone`() throws {
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    close(makeSocket(listening: true))
    let server = makeServer()
    #expect(throws: VarlinkListenError.inUse(path: path, process: nil)) { try server.listen(at: path) }
    #expect(exists(path))
  }

  @Test func `a file that is not a socket is left alone`() throws {
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    let server = makeServer()
    #expect(throws: VarlinkListenError.notASocket(path: path)) { try server.listen(at: path) }
    #expect(exists(path))
  }

  @Test func `a link to nowhere is not followed`() throws {
    #expect(symlink(directory + "/elsewhere", path) == 0)
    let server = makeServer()
    #expect(throws: VarlinkListenError.notASocket(path: path)) { try server.listen(at: path) }
    #expect(!exists(directory + "/elsewhere"))
  }

  @Test func `a failed attempt holds no lock`() async throws {
    let descriptor = makeSocket(listening: true)
    let server = makeServer()
    #expect(throws: VarlinkListenError.self) { try server.listen(at: path) }
    close(descriptor)
    await settles { listens(server) }
    #expect(canConnect())
  }

  @Test(arguments: ["", String(repeating: "x", count: 108), "/tmp/a\0b"])
  func `a path that no address holds is refused`(path: String) {
    let server = makeServer()
    #expect(throws: VarlinkListenError.unusablePath(path)) { try server.listen(at: path) }
    #expect(throws: VarlinkConnectionError.unusablePath(path)) { try VarlinkClient.connect(to: path) }
  }

  @Test func `a path of 107 bytes is used whole`() throws {
    let path = directory + "/" + String(repeating: "x", count: 106 - directory.utf8.count)
    let server = makeServer()
    try server.listen(at: path)
    #expect(exists(path))
  }

  @Test func `a folder that is not there is an error that names the call`() {
    let missing = directory + "/none/socket"
    let server = makeServer()
    #expect(throws: VarlinkListenError.failed(call: "open", path: missing + ".lock", errno: ENOENT)) {
      try server.listen(at: missing)
    }
  }

  @Test func `the socket goes with the server`() throws {
    let server = makeServer()
    try server.listen(at: path)
    server.close()
    #expect(!exists(path))
  }

  @Test func `another's socket of the same name stays when the server goes`() throws {
    let server = makeServer()
    try server.listen(at: path)
    // Renamed and not removed, or the new one could get the old one's number.
    #expect(rename(path, path + ".old") == 0)
    let descriptor = makeSocket(listening: true)
    defer { close(descriptor) }
    server.close()
    #expect(canConnect())
  }

  @Test func `a socket that was handed over is served, and its file stays`() async throws {
    let server = makeServer()
    try server.listen(on: makeSocket(listening: true))
    let client = try VarlinkClient.connect(to: path)
    let info: JSONValue = try await client.call("org.varlink.service.GetInfo")
    guard case .object(let fields) = info else {
      Issue.record("not an object: \(info)")
      return
    }
    #expect(fields["interfaces"] == .array([.string("org.varlink.service")]))
    server.close()
    await settles { !canConnect() }
    #expect(exists(path))
  }

  @Test func `only a listening Unix stream socket can be handed over`() throws {
    let unheard = makeSocket(listening: false)
    let datagrams = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    let internet = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let file = open("/dev/null", O_RDONLY)
    let descriptors = [unheard, datagrams, internet, file]
    defer { descriptors.forEach { close($0) } }
    for descriptor in descriptors {
      let server = makeServer()
      #expect(throws: VarlinkListenError.notListening(descriptor: descriptor)) { try server.listen(on: descriptor) }
    }
  }

  @Test func `its errors read as sentences`() {
    #expect("\(VarlinkListenError.inUse(path: "/s", process: 7))" == "/s: process 7 listens there already")
    #expect(
      "\(VarlinkListenError.failed(call: "bind", path: "/s", errno: EACCES))" == "/s: bind: Permission denied")
  }
}
