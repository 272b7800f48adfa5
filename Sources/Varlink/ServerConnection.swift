import EventLoop
import Glibc
import JSON

/// One client's connection: reads calls, hands them to the service one after another, writes what they are answered.
///
/// All work is done in *turns* of a bounded size, each begun by the event loop, so that no client can keep the loop to
/// itself. Nothing is read while a call is open or while answers wait for the client to read them: what it sends
/// meanwhile stays in the kernel's buffer, which is bounded too.
@EventLoop
final class ServerConnection {
  private enum Life {
    case connected
    /// The client is gone. What it sent before is still handled, and its answers go nowhere.
    case hungUp
    /// The client does not read: to be closed in the next turn.
    case overflowed
    case closed
  }

  /// Why a turn ended, and so what the connection waits for.
  private enum Pause {
    case untilReadable, untilWritable, untilAnswered
    /// More messages are here, and it is others' turn.
    case untilNextTurn
    /// Everything that the client sent is handled.
    case finished
    /// What the client sent is not varlink.
    case broken
  }

  let peer: VarlinkPeer

  private weak let server: VarlinkServer?
  private let descriptor: Int32
  private var watch: FileWatch?
  private var life = Life.connected
  private var input: MessageBuffer
  private var hasInputEnded = false
  private var output = OutputBuffer()
  private let limits: VarlinkServer.Limits
  private var openCall: VarlinkCall?
  private var isTakingTurn = false
  private var isTurnScheduled = false

  /// - Parameter descriptor: a connected, non-blocking socket, the connection's own from now on.
  init(_ descriptor: Int32, peer: VarlinkPeer, server: VarlinkServer, limits: VarlinkServer.Limits) {
    self.descriptor = descriptor
    self.peer = peer
    self.server = server
    input = MessageBuffer(limit: limits.message, nesting: limits.nesting)
    self.limits = limits
    watch = FileWatch(descriptor, .readable) { [weak self] events in
      self?.woke(events)
    }
  }

  func close() {
    guard life != .closed else { return }
    life = .closed
    watch?.cancel()
    watch = nil
    Glibc.close(descriptor)
    output.removeAll()
    abandonOpenCall()
    server?.connectionClosed(self)
  }

  // MARK: Turns

  private func woke(_ events: FileWatch.Interest) {
    if !events.isDisjoint(with: [.hangup, .error]) { hangUp() }
    takeTurn()
  }

  private func scheduleTurn() {
    guard !isTurnScheduled else { return }
    isTurnScheduled = true
    EventLoop.enqueue { [weak self] in
      self?.isTurnScheduled = false
      self?.takeTurn()
    }
  }

  private func takeTurn() {
    guard life != .closed else { return }
    isTakingTurn = true
    flush()
    let pause = handleMessages()
    isTakingTurn = false
    flush()
    wait(pause)
  }

  private func wait(_ pause: Pause) {
    switch (life, pause) {
    case (.closed, _): return
    case (.overflowed, _), (_, .broken): return close()
    case (_, .finished) where output.isEmpty: return close()
    // Nothing will wake a connection whose client is gone but itself.
    case (_, .untilNextTurn), (.hungUp, .untilReadable): scheduleTurn()
    default: break
    }
    watch?.interest = output.isEmpty ? (pause == .untilReadable ? .readable : []) : .writable
  }

  // MARK: Input

  private func handleMessages() -> Pause {
    var mayRead = true
    let end = ContinuousClock.now + limits.turn
    repeat {
      if life == .hungUp, openCall?.isOneway == false { abandonOpenCall() }
      guard life == .connected || life == .hungUp else { return .finished }
      if !output.isEmpty { flush() }
      guard output.isEmpty else { return .untilWritable }
      guard openCall == nil else { return .untilAnswered }
      do {
        guard let message = try nextMessage(mayRead: &mayRead) else {
          return hasInputEnded ? .finished : .untilReadable
        }
        guard begin(message) else { return .broken }
      } catch {
        return .broken
      }
    } while ContinuousClock.now < end
    return input.hasMessage ? .untilNextTurn : .untilReadable
  }

  /// The next message, from the socket if none is here; that is read once a turn.
  private func nextMessage(mayRead: inout Bool) throws(MessageBuffer.Invalid) -> JSONValue? {
    if let message = try input.next() { return message }
    guard mayRead, !hasInputEnded else { return nil }
    mayRead = false
    switch input.fill(from: descriptor) {
    case .some: break
    case .nothing: hasInputEnded = life == .hungUp
    case .ended: hasInputEnded = true
    }
    return try input.next()
  }

  /// Hands a call to its interface. False: it is not a call.
  private func begin(_ message: JSONValue) -> Bool {
    guard let server, let incoming = IncomingCall(message) else { return false }
    let interface = server.interface(of: incoming.method)
    let call = VarlinkCall(incoming, from: self, invalidField: interface.invalidField)
    openCall = call
    interface.handler(call)
    return true
  }

  private func hangUp() {
    guard life == .connected else { return }
    life = .hungUp
    // The kernel would report a hang-up for as long as it is watched.
    watch?.cancel()
    watch = nil
    output.removeAll()
  }

  private func abandonOpenCall() {
    let call = openCall
    openCall = nil
    call?.abandon()
  }

  // MARK: Output

  func send(_ message: [UInt8]) {
    guard life == .connected else { return }
    let isOverdue = output.waiting > limits.waitingOutput
    output.append(message)
    // What a call has brought about comes before the answer to it: the client that is woken would compete with it.
    if !isTakingTurn || isOverdue { flush() }
    if isOverdue, output.waiting > limits.waitingOutput {
      life = .overflowed
      output.removeAll()
      server?.connectionOverflowed(self)
      scheduleTurn()
    } else if !isTakingTurn, !output.isEmpty {
      watch?.interest = .writable
    }
  }

  func callEnded() {
    openCall = nil
    if !isTakingTurn { scheduleTurn() }
  }

  private func flush() {
    guard life == .connected, output.flush(to: descriptor) == .failed else { return }
    hangUp()
    scheduleTurn()
  }
}
