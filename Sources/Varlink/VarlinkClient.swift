import EventLoop
import Glibc
import JSON

/// A connection to a varlink service.
///
/// Calls may be made while others are open: they are sent at once, and answered in order. The connection ends when
/// the client is closed or released.
@EventLoop
public final class VarlinkClient {
  /// Gets each reply, and last the one that does not continue, or an error. Never called before the call returns.
  public typealias ReplyHandler = @EventLoop (Result<VarlinkReply, VarlinkCallError>) -> Void

  private struct OpenCall {
    let method: String
    let wantsMore: Bool
    let handler: ReplyHandler
  }

  /// Longer than any server's limit for calls: what a service has to say is its own affair, up to a point.
  private static let longestReply = 16 << 20
  private static let deepestReply = 64

  /// Called when the service ends the connection, after all open calls have failed; not after ``close()``.
  public var onClose: (@EventLoop (VarlinkCallError) -> Void)?

  private let descriptor: Int32
  private var watch: FileWatch?
  private var input = MessageBuffer(limit: longestReply, nesting: deepestReply)
  private var output = OutputBuffer()
  /// In the order in which they will be answered.
  private var openCalls: ArraySlice<OpenCall> = []
  /// Why the connection is over; nil while it is not.
  private var end: VarlinkCallError?

  /// Connects to the service that listens at a path. Nothing here ever waits. Another user's would turn us away.
  public static func connect(to path: String) throws(VarlinkConnectionError) -> VarlinkClient {
    guard let address = UnixAddress(path: path) else { throw .unusablePath(path) }
    let descriptor = UnixAddress.makeSocket()
    guard descriptor >= 0 else { throw .failed(call: "socket", path: path, errno: errno) }
    guard address.connect(descriptor) < 0 else {
      guard PeerCredentials(of: descriptor)?.user == geteuid() else {
        Glibc.close(descriptor)
        throw .anotherUsers(path: path)
      }
      return VarlinkClient(descriptor)
    }
    let reason = errno
    Glibc.close(descriptor)
    switch reason {
    case ENOENT, ECONNREFUSED: throw .nobodyListens(path: path)
    case EAGAIN: throw .overrun(path: path)
    default: throw .failed(call: "connect", path: path, errno: reason)
    }
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    watch = FileWatch(descriptor, .readable) { [weak self] events in
      self?.woke(events)
    }
  }

  isolated deinit { close() }

  /// Ends the connection. Open calls fail with ``VarlinkCallError/closed`` before it returns.
  public func close() {
    finish(.closed)
  }

  // MARK: Calls

  /// Calls a method.
  ///
  /// - Parameters:
  ///   - method: its full name, such as `org.example.Music.Play`.
  ///   - more: take several replies.
  public func call(
    _ method: String, _ parameters: some Encodable = NoParameters(), more: Bool = false, reply: @escaping ReplyHandler
  ) {
    if let end {
      EventLoop.enqueue { reply(.failure(end)) }
      return
    }
    let message = OutgoingMessage.call(method, parameters, more: more)
    // A service would end the connection without a word.
    guard message.count <= VarlinkServer.Limits().message else {
      EventLoop.enqueue { reply(.failure(.tooLong(bytes: message.count))) }
      return
    }
    openCalls.append(OpenCall(method: method, wantsMore: more, handler: reply))
    send(message)
  }

  /// Calls a method that is not answered. Does nothing when the connection is over.
  public func send(oneway method: String, _ parameters: some Encodable = NoParameters()) {
    guard end == nil else { return }
    send(OutgoingMessage.call(method, parameters, oneway: true))
  }

  private func send(_ message: [UInt8]) {
    output.append(message)
    flush()
  }

  private func flush() {
    switch output.flush(to: descriptor) {
    case .blocked: watch?.interest = [.readable, .writable]
    // A service that is gone may have answered before: that is read first, then the end is found.
    case .sent, .failed: watch?.interest = .readable
    }
  }

  // MARK: Replies

  private func woke(_ events: FileWatch.Interest) {
    if events.contains(.writable) { flush() }
    switch input.fill(from: descriptor) {
    case .nothing: return
    case .some: deliverMessages()
    case .ended: finish(.disconnected)
    }
  }

  private func deliverMessages() {
    do {
      // A handler may close the client.
      while end == nil, let message = try input.next() { try deliver(message) }
    } catch let error as VarlinkCallError {
      finish(error)
    } catch {
      finish(.notVarlink("a message is too long or not JSON"))
    }
  }

  private func deliver(_ message: JSONValue) throws(VarlinkCallError) {
    guard let incoming = IncomingReply(message) else { throw .notVarlink("that is no reply") }
    guard let call = openCalls.first else {
      // A service that turns clients away says why without being asked.
      if let error = incoming.error { throw .service(VarlinkServiceError(error, parameters: incoming.parameters)) }
      throw .notVarlink("a reply came without a call")
    }
    let continues = incoming.continues && incoming.error == nil
    guard call.wantsMore || !continues else { throw .notVarlink("more replies came than were asked for") }

    if !continues { openCalls.removeFirst() }
    if let error = incoming.error {
      call.handler(.failure(.service(VarlinkServiceError(error, parameters: incoming.parameters))))
    } else {
      call.handler(.success(VarlinkReply(to: call.method, continues: continues, parameters: incoming.parameters)))
    }
  }

  private func finish(_ reason: VarlinkCallError) {
    guard end == nil else { return }
    end = reason
    watch?.cancel()
    watch = nil
    Glibc.close(descriptor)
    let abandoned = openCalls
    openCalls = []
    for call in abandoned { call.handler(.failure(reason)) }
    if case .closed = reason { return }
    onClose?(reason)
  }
}
