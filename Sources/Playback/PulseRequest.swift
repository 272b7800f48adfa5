import CPulseAudio
import EventLoop

/// A question to the sound server and who waits for its answer.
///
/// libpulse holds it by a pointer until the operation is done or, with the connection's end, cancelled; in the second
/// case nobody is called.
@EventLoop
final class PulseRequest<Answer> {
  private let handler: @EventLoop (Answer) -> Void
  /// What a list has brought so far.
  private var partial: Answer?

  private init(_ handler: @escaping @EventLoop (Answer) -> Void) { self.handler = handler }

  /// Starts an operation whose callback ends in ``answer(_:_:)``.
  ///
  /// - Returns: false where libpulse refused, and the handler is never called.
  @discardableResult
  static func start(
    _ handler: @escaping @EventLoop (Answer) -> Void, _ operation: (UnsafeMutableRawPointer) -> OpaquePointer?
  ) -> Bool {
    let request = Unmanaged.passRetained(PulseRequest(handler)).toOpaque()
    guard let operation = operation(request) else {
      Unmanaged<PulseRequest>.fromOpaque(request).release()
      return false
    }
    pa_operation_set_state_callback(
      operation,
      { _, request in Unmanaged<AnyObject>.fromOpaque(request!).release() }, request)
    pa_operation_unref(operation)
    return true
  }

  /// To be called by the operation's callback.
  nonisolated static func answer(_ request: UnsafeMutableRawPointer?, _ answer: Answer) {
    EventLoop.assumeIsolated(passing: (request, answer)) { request, answer in
      Unmanaged<PulseRequest>.fromOpaque(request!).takeUnretainedValue().handler(answer)
    }
  }
}

extension PulseRequest {
  /// Starts an operation that answers with a list, one item a call.
  @discardableResult
  static func startList<Item>(
    _ handler: @escaping @EventLoop ([Item]) -> Void, _ operation: (UnsafeMutableRawPointer) -> OpaquePointer?
  ) -> Bool where Answer == [Item] { start(handler, operation) }

  /// To be called by the callback of such an operation. A list that ends with an error ends where it is.
  nonisolated static func answer<Item>(_ request: UnsafeMutableRawPointer?, end: Int32, _ item: Item?)
  where Answer == [Item] {
    EventLoop.assumeIsolated(passing: (request, item)) { request, item in
      let request = Unmanaged<PulseRequest>.fromOpaque(request!).takeUnretainedValue()
      if let item { request.partial = (request.partial ?? []) + [item] }
      if end != 0 { request.handler(request.partial ?? []) }
    }
  }
}

extension PulseRequest where Answer == Void {
  /// Starts an operation whose answer nobody needs.
  @discardableResult
  static func start(_ operation: () -> OpaquePointer?) -> Bool {
    guard let operation = operation() else { return false }
    pa_operation_unref(operation)
    return true
  }
}
