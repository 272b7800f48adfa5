import EventLoop

extension VarlinkClient {
  /// Calls a method and waits for its reply.
  ///
  /// Throws the service's error as ``VarlinkCallError/service(_:)``. The wait cannot be cancelled, since varlink
  /// cannot take a call back: ``close()`` ends it.
  public func call<Reply: Decodable & Sendable>(
    _ method: String, _ parameters: some Encodable & Sendable = NoParameters(), as type: Reply.Type = Reply.self
  ) async throws(VarlinkCallError) -> Reply {
    try await reply(to: method, parameters).parameters(as: type)
  }

  /// Calls a method whose reply says nothing but that it has succeeded.
  public func call(
    _ method: String, _ parameters: some Encodable & Sendable = NoParameters()
  ) async throws(VarlinkCallError) {
    _ = try await reply(to: method, parameters)
  }

  /// Calls a method with `more`: its replies, one after another. The sequence ends after the last, and throws a
  /// ``VarlinkCallError`` otherwise.
  ///
  /// Leaving the sequence does not end the call, since varlink cannot take a call back: close the client for that.
  public func stream<Reply: Decodable & Sendable>(
    _ method: String, _ parameters: some Encodable & Sendable = NoParameters(), as type: Reply.Type = Reply.self
  ) -> AsyncThrowingStream<Reply, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: type)
    call(method, parameters, more: true) { result in
      do throws(VarlinkCallError) {
        let reply = try result.get()
        continuation.yield(try reply.parameters(as: type))
        if !reply.continues { continuation.finish() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return stream
  }

  private func reply(
    to method: String, _ parameters: some Encodable & Sendable
  ) async throws(VarlinkCallError) -> VarlinkReply {
    let result = await withCheckedContinuation { continuation in
      call(method, parameters) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }
}
