import Cue
import EventLoop
import Varlink

/// A connection to the daemon.
///
/// One that *returns* survives the daemon: what is sent while it is away waits, and arrives in order once it is back.
/// What the daemon may not have seen, and what it kept until its time, is sent again; a cue's session and id make sure
/// that none is heard twice. Cues without a session cannot be told apart by another daemon, and end with the connection.
@EventLoop
public final class CueClient {
  /// What a client that returns tells of its connection.
  public enum Link: Sendable {
    /// The daemon has gone.
    case lost
    /// It is not back soon, and says why. Told once for each loss.
    case away(CueClientError)
    /// It has answered again.
    case back
  }

  /// Called when the daemon ends the connection, and when a client that returns has news of it.
  public var onLink: (@EventLoop (Link) -> Void)?

  private let path: String
  private let starting: Bool
  private let returns: Bool
  /// Nil while there is no connection.
  private var varlink: VarlinkClient?
  /// In the order in which they were made.
  private var requests: [Request] = []
  private var requestCount = 0
  private var comeback: Comeback?
  private var isClosed = false

  private init(_ varlink: VarlinkClient, path: String, starting: Bool, returns: Bool) {
    self.path = path
    self.starting = starting
    self.returns = returns
    use(varlink)
  }

  /// Connects to the daemon.
  ///
  /// - Parameters:
  ///   - path: the daemon's socket.
  ///   - starting: start the daemon where nobody listens; it leaves by itself a minute after its last client.
  ///   - returning: connect again whenever the daemon has gone, until the client is closed or released.
  public static func connect(
    to path: String, starting: Bool, returning: Bool = false
  ) async throws(CueClientError) -> CueClient {
    let varlink: VarlinkClient
    do {
      varlink = try VarlinkClient.connect(to: path)
    } catch .nobodyListens where starting {
      varlink = try await DaemonStart.run(at: path)
    } catch {
      throw .connection(error)
    }
    return CueClient(varlink, path: path, starting: starting, returns: returning)
  }

  /// Ends the connection. Whatever waits for an answer fails with ``VarlinkCallError/closed`` before it returns.
  public func close() {
    isClosed = true
    comeback = nil
    varlink?.close()
    let abandoned = requests
    requests = []
    for request in abandoned where !request.isAnswered { request.handler(.failure(.call(.closed))) }
  }

  isolated deinit { close() }
}

// MARK: - Requests

extension CueClient {
  /// Whether another connection may go on with a call that one has lost.
  enum Survival {
    case never, always
    /// If it has a session.
    case cue(WireCue)
  }

  private struct Request {
    let number: Int
    let method: String
    let parameters: any Encodable & Sendable
    let wantsMore: Bool
    let survival: Survival
    let handler: VarlinkHandler
    /// The daemon keeps this cue until its time, for as long as the connection lasts.
    var isAnswered = false

    var cue: WireCue? {
      if case .cue(let cue) = survival { cue } else { nil }
    }

    /// Whether another connection may go on with it.
    var survives: Bool {
      switch survival {
      case .never: false
      case .always: true
      case .cue(let cue): cue.session != nil
      }
    }

    /// Whether the daemon still keeps it until its time.
    var isKept: Bool { isAnswered && (cue?.isAhead ?? false) }
  }

  private typealias VarlinkHandler = @EventLoop (Result<VarlinkReply, CueClientError>) -> Void

  /// Makes a call without waiting, or keeps it until the daemon is back; where neither may be, it has failed.
  func submit<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable & Sendable, more: Bool = false, surviving survival: Survival,
    _ handler: @escaping @EventLoop (Result<Reply, CueClientError>) -> Void
  ) {
    submit(method, parameters, more: more, surviving: survival) { result in
      do throws(CueClientError) {
        handler(.success(try result.get().content()))
      } catch {
        handler(.failure(error))
      }
    }
  }

  /// Asks for what another daemon would answer in another way, and waits for it.
  func ask<Reply: Decodable & Sendable>(
    _ method: String, _ parameters: some Encodable & Sendable
  ) async throws(CueClientError) -> Reply {
    let result: Result<Reply, CueClientError> = await withCheckedContinuation { continuation in
      submit(method, parameters, surviving: .never) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// - Parameter repeating: tell a reply that says the same as the one before it.
  func stream<Reply: Decodable & Equatable & Sendable>(
    _ method: String, _ parameters: some Encodable & Sendable, surviving survival: Survival, repeating: Bool
  ) -> AsyncThrowingStream<Reply, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Reply.self)
    var last: Reply?
    submit(method, parameters, more: true, surviving: survival) { result in
      do throws(CueClientError) {
        let reply = try result.get()
        let content: Reply = try reply.content()
        if repeating || content != last { continuation.yield(content) }
        last = content
        if !reply.continues { continuation.finish() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return stream
  }

  /// Sends none of these again that the daemon keeps until their time.
  func forgetKept(_ target: Cues.Cancel.Parameters.Target) {
    requests.removeAll { $0.isAnswered && $0.cue.map(target.includes) ?? false }
  }

  private func submit(
    _ method: String, _ parameters: some Encodable & Sendable, more: Bool, surviving survival: Survival,
    handler: @escaping VarlinkHandler
  ) {
    requests.removeAll { $0.isAnswered && !$0.isKept }
    requestCount += 1
    let request = Request(
      number: requestCount, method: method, parameters: parameters, wantsMore: more, survival: survival,
      handler: handler)
    if let varlink {
      requests.append(request)
      transmit(request, over: varlink)
    } else if returns, !isClosed, request.survives {
      requests.append(request)
    } else {
      EventLoop.enqueue { [isClosed] in handler(.failure(isClosed ? .call(.closed) : .call(.disconnected))) }
    }
  }

  private func transmit(_ request: Request, over varlink: VarlinkClient) {
    varlink.call(request.method, request.parameters, more: request.wantsMore) { [weak self] result in
      self?.answered(request.number, result)
    }
  }

  private func answered(_ number: Int, _ result: Result<VarlinkReply, VarlinkCallError>) {
    guard let index = requests.firstIndex(where: { $0.number == number }) else { return }
    let request = requests[index]
    switch result {
    case .success(let reply):
      let mayBeKept = returns && request.survives && !request.wantsMore && request.cue?.isAhead ?? false
      if mayBeKept { requests[index].isAnswered = true } else if !reply.continues { requests.remove(at: index) }
      if !request.isAnswered { request.handler(.success(reply)) }
    case .failure(let error) where error.isLoss && returns && request.survives && !isClosed:
      break
    case .failure(let error):
      requests.remove(at: index)
      if !request.isAnswered { explain(error, of: request) }
    }
  }

  /// Tells why a call has failed. Where the reason may be that the daemon is of another version, it is asked for that.
  private func explain(_ error: VarlinkCallError, of request: Request) {
    if let cue = request.cue, error.isLoss, returns { return request.handler(.failure(.lostTrack(of: cue.id))) }
    guard error.hintsAtOtherVersion, let service = try? VarlinkClient.connect(to: path) else {
      return request.handler(.failure(.call(error)))
    }
    service.call(ServiceInfo.method) { result in
      defer { service.close() }
      let version = try? result.get().parameters(as: ServiceInfo.self).version
      let isOther = version.map { $0 != cuedVersion } ?? false
      request.handler(.failure(isOther ? .otherVersion(daemon: version ?? "", error) : .call(error)))
    }
  }
}

// MARK: - Connection

extension CueClient {
  private func use(_ varlink: VarlinkClient) {
    self.varlink = varlink
    varlink.onClose = { [weak self] _ in self?.lost() }
  }

  private func lost() {
    varlink = nil
    requests.removeAll { $0.isAnswered && !$0.isKept }
    guard returns, !isClosed else {
      onLink?(.lost)
      return
    }
    if let comeback { return comeback.failed() }
    comeback = Comeback(to: path, starting: starting) { [weak self] event in
      switch event {
      case .connected(let varlink): self?.resume(over: varlink)
      case .stillAway(let error): self?.onLink?(.away(error))
      }
    }
    onLink?(.lost)
  }

  private func resume(over varlink: VarlinkClient) {
    use(varlink)
    // One that is about to end, or has too many clients, may still have let us in.
    varlink.call(Cues.GetStatus.method) { [weak self] result in
      guard case .success = result else { return }
      self?.comeback = nil
      self?.onLink?(.back)
    }
    for request in requests { transmit(request, over: varlink) }
  }
}

// MARK: - Pieces

/// The part of `org.varlink.service`'s answer that counts here.
private struct ServiceInfo: Decodable {
  static let method = "org.varlink.service.GetInfo"

  let version: String
}

extension VarlinkReply {
  fileprivate func content<Content: Decodable>() throws(CueClientError) -> Content {
    do {
      return try parameters(as: Content.self)
    } catch {
      throw .call(error)
    }
  }
}

extension VarlinkCallError {
  /// The connection is over, and nothing is known about the call.
  fileprivate var isLoss: Bool {
    switch self {
    case .disconnected, .notVarlink: true
    case .service, .unexpectedReply, .closed, .tooLong: false
    }
  }

  /// As one version answers that does not know what another one asks for.
  fileprivate var hintsAtOtherVersion: Bool {
    switch self {
    case .unexpectedReply: return true
    case .disconnected, .closed, .notVarlink, .tooLong: return false
    case .service(let error):
      switch error.name {
      case "org.varlink.service.InterfaceNotFound", "org.varlink.service.MethodNotFound",
        "org.varlink.service.MethodNotImplemented", "org.varlink.service.InvalidParameter":
        return true
      default: return CueClientError.call(self).invalidField?.isOfUnknownField ?? false
      }
    }
  }
}

extension WireCue {
  /// Whether its time is still to come.
  fileprivate var isAhead: Bool { at.map { $0.microseconds > Timer.Clock.wall.now } ?? false }
}

extension Cues.Cancel.Parameters.Target {
  fileprivate func includes(_ cue: WireCue) -> Bool {
    switch self {
    case .cue(let id, let session): cue.id == id && cue.session == session
    case .all(let session): session == nil || cue.session == session
    }
  }
}
