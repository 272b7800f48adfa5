import Cue
import EventLoop
import Varlink

/// A connection to the daemon.
@EventLoop
public final class CueClient {
  private let varlink: VarlinkClient

  private init(_ varlink: VarlinkClient) { self.varlink = varlink }

  /// Connects to the daemon.
  ///
  /// - Parameters:
  ///   - path: the daemon's socket.
  ///   - starting: start the daemon where nobody listens; it leaves by itself a minute after its last client.
  public static func connect(to path: String, starting: Bool) async throws(CueClientError) -> CueClient {
    do {
      return CueClient(try VarlinkClient.connect(to: path))
    } catch .nobodyListens where starting {
      return CueClient(try await DaemonStart.run(at: path))
    } catch {
      throw .connection(error)
    }
  }

  /// Called when the daemon ends the connection.
  public var onClose: (@EventLoop () -> Void)? {
    didSet {
      varlink.onClose = { [weak self] _ in self?.onClose?() }
    }
  }

  public func close() { varlink.close() }

  /// Sends a cue, and returns the state in which it was accepted.
  public func play(_ cue: WireCue) async throws(CueClientError) -> Cues.Play.Reply {
    try await call(Cues.Play.method, Cues.Play.Parameters(cue: cue))
  }

  /// Sends a cue and tells each of its states, until the last. Throws a ``CueClientError``.
  public func follow(_ cue: WireCue) -> AsyncThrowingStream<Cues.Play.Reply, any Error> {
    stream(Cues.Play.method, Cues.Play.Parameters(cue: cue))
  }

  /// Takes cues back, and returns how many.
  public func cancel(_ target: Cues.Cancel.Parameters.Target) async throws(CueClientError) -> Int {
    let reply: Cues.Cancel.Reply = try await call(Cues.Cancel.method, Cues.Cancel.Parameters(target))
    return reply.cancelled
  }

  public func status() async throws(CueClientError) -> Cues.GetStatus.Reply {
    try await call(Cues.GetStatus.method, NoParameters())
  }

  /// Everything that waits or plays, then every change, until the connection is closed. Throws a ``CueClientError``.
  public func monitor() -> AsyncThrowingStream<Cues.Monitor.Reply, any Error> {
    stream(Cues.Monitor.method, NoParameters())
  }

  /// Sends a cue without waiting: what is sent one after another arrives in that order.
  ///
  /// - Parameter handler: gets the state in which it was accepted.
  public func send(
    _ cue: WireCue, _ handler: @escaping @EventLoop (Result<Cues.Play.Reply, CueClientError>) -> Void
  ) {
    varlink.call(Cues.Play.method, Cues.Play.Parameters(cue: cue)) { result in
      do throws(VarlinkCallError) {
        handler(.success(try result.get().parameters(as: Cues.Play.Reply.self)))
      } catch {
        handler(.failure(.call(error)))
      }
    }
  }

  /// Takes cues back without waiting: in order with what is sent before and after.
  public func send(cancelling target: Cues.Cancel.Parameters.Target) {
    varlink.send(oneway: Cues.Cancel.method, Cues.Cancel.Parameters(target))
  }

  private func call<Reply: Decodable & Sendable>(
    _ method: String, _ parameters: some Encodable & Sendable
  ) async throws(CueClientError) -> Reply {
    do {
      return try await varlink.call(method, parameters)
    } catch {
      throw .call(error)
    }
  }

  private func stream<Reply: Decodable & Sendable>(
    _ method: String, _ parameters: some Encodable & Sendable
  ) -> AsyncThrowingStream<Reply, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Reply.self)
    varlink.call(method, parameters, more: true) { result in
      do throws(VarlinkCallError) {
        let reply = try result.get()
        continuation.yield(try reply.parameters(as: Reply.self))
        if !reply.continues { continuation.finish() }
      } catch {
        continuation.finish(throwing: CueClientError.call(error))
      }
    }
    return stream
  }
}
