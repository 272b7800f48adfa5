import CLinux
import EventLoop
import Glibc

/// A varlink service (varlink.org) on a Unix socket: NUL-terminated JSON messages, for this user's processes alone.
///
/// A client that sends what is not varlink, or does not read what it asked for, is disconnected; others never notice.
@EventLoop
public final class VarlinkServer {
  /// What the service says about itself.
  public struct Service: Sendable {
    public let vendor, product, version, url: String

    public init(vendor: String, product: String, version: String, url: String) {
      self.vendor = vendor
      self.product = product
      self.version = version
      self.url = url
    }
  }

  /// What clients may cost.
  public struct Limits: Sendable {
    /// A message's length in bytes; a client that sends a longer one is disconnected.
    public var message = 64 << 10
    /// How deep a message's arrays and objects may lie inside one another, the outermost counted.
    public var nesting = 32
    /// How many connections there may be; a further one is closed at once: see
    /// ``VarlinkServer/tooManyConnections``.
    public var connections = 64
    /// How many bytes may wait for a client to read them, beyond the kernel's own buffer: when more wait and still
    /// another reply comes, it is disconnected. A single reply may be longer.
    public var waitingOutput = 256 << 10
    /// How long one connection may keep the others waiting, except that one message is always handled whole.
    public var turn: Duration = .microseconds(100)

    public init() {}
  }

  /// Called when a client has connected, before its first call.
  public var onConnectionOpened: (@EventLoop (VarlinkPeer) -> Void)?
  /// Called when a connection is over, after its last call was answered or abandoned.
  public var onConnectionClosed: (@EventLoop (VarlinkPeer) -> Void)?
  /// Called before a client is disconnected that asked for more than it reads.
  public var onOverflow: (@EventLoop (VarlinkPeer) -> Void)?
  /// Called when a client was turned away because there are as many connections as there may be: once, until there has
  /// been room again.
  public var onConnectionsExhausted: (@EventLoop (_ process: pid_t) -> Void)?
  /// What a client is told that is turned away because there are as many connections as there may be; nil: nothing.
  public var tooManyConnections: VarlinkError?

  public var connectionCount: Int { connections.count }

  private static let acceptedPerTurn = 16

  private let interfaces: [String: VarlinkInterface]
  private let limits: Limits
  private let allowedUser: uid_t
  private var socket: ListeningSocket?
  private var watch: FileWatch?
  private var connections: [UInt64: ServerConnection] = [:]
  private var lastConnection: UInt64 = 0
  /// Whether somebody was turned away since the last connection was taken.
  private var isExhausted = false
  private lazy var resumption = Timer(.boot) { [weak self] in self?.watch?.interest = .readable }

  /// - Parameter interfaces: the service's own; `org.varlink.service` is added. No two may have the same name.
  public convenience init(_ service: Service, interfaces: [VarlinkInterface], limits: Limits = Limits()) {
    self.init(service, interfaces: interfaces, limits: limits, allowedUser: geteuid())
  }

  init(_ service: Service, interfaces: [VarlinkInterface], limits: Limits, allowedUser: uid_t) {
    let all = [.service(service, describing: interfaces)] + interfaces
    self.interfaces = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    self.limits = limits
    self.allowedUser = allowedUser
  }

  isolated deinit { close() }

  /// Listens at a path, with mode 0600. A socket that was left behind there is replaced, one that somebody listens
  /// on never. `path` with `.lock` added is locked meanwhile.
  public func listen(at path: String) throws(VarlinkListenError) {
    start(try ListeningSocket(at: path))
  }

  /// Listens on a socket that listens already, as systemd hands over. Once that succeeds it is the
  /// server's own; its file is not.
  public func listen(on descriptor: Int32) throws(VarlinkListenError) {
    start(try ListeningSocket(adopting: descriptor))
  }

  /// Stops listening, and goes on to serve those who are connected.
  public func stopListening() {
    watch?.cancel()
    watch = nil
    socket?.close()
    socket = nil
  }

  /// Stops listening and disconnects everybody: open calls are abandoned, and the callbacks called, before it returns.
  public func close() {
    stopListening()
    for connection in connections.values { connection.close() }
  }

  private func start(_ socket: ListeningSocket) {
    precondition(self.socket == nil, "the server listens already")
    self.socket = socket
    watch = FileWatch(socket.descriptor, .readable) { [weak self] _ in
      self?.acceptWaiting()
    }
  }

  // MARK: Connections

  private func acceptWaiting() {
    for _ in 0..<Self.acceptedPerTurn {
      // A callback may have closed the server.
      guard let socket else { return }
      let descriptor = linux_accept(socket.descriptor)
      guard descriptor >= 0 else { return acceptFailed() }
      accept(descriptor)
    }
  }

  private func acceptFailed() {
    guard ![EAGAIN, EINTR, ECONNABORTED].contains(errno) else { return }
    // The process has no file descriptor or no memory for it. The client waits, and the loop must not wake for it
    // until there may be.
    watch?.interest = []
    resumption.arm(after: .seconds(1))
  }

  private func accept(_ descriptor: Int32) {
    guard let credentials = PeerCredentials(of: descriptor), credentials.user == allowedUser else {
      Glibc.close(descriptor)
      return
    }
    guard connections.count < limits.connections else { return turnAway(descriptor, credentials.process) }
    isExhausted = false
    lastConnection += 1
    let peer = VarlinkPeer(id: lastConnection, process: credentials.process)
    connections[peer.id] = ServerConnection(descriptor, peer: peer, server: self, limits: limits)
    onConnectionOpened?(peer)
  }

  /// Its buffer is empty, so what it is told fits in.
  private func turnAway(_ descriptor: Int32, _ process: pid_t) {
    if let tooManyConnections {
      var output = OutputBuffer()
      output.append(tooManyConnections.message)
      _ = output.flush(to: descriptor)
    }
    Glibc.close(descriptor)
    if !isExhausted { onConnectionsExhausted?(process) }
    isExhausted = true
  }

  func connectionOverflowed(_ connection: ServerConnection) { onOverflow?(connection.peer) }

  func connectionClosed(_ connection: ServerConnection) {
    connections[connection.peer.id] = nil
    onConnectionClosed?(connection.peer)
  }

  // MARK: Calls

  /// The interface that a method belongs to, or one that answers that there is none.
  func interface(of method: MethodName) -> VarlinkInterface {
    let name = method.interface
    return interfaces[name]
      ?? VarlinkInterface(name: name, description: "") { call in
        call.fail(.interfaceNotFound(name.isEmpty ? method.full : name))
      }
  }
}
