import EventLoop
import Glibc

@testable import Varlink

/// A server with the counter interface at a path of its own, and a record of what happened to it.
@EventLoop
final class TestService {
  enum Event: Equatable {
    case opened(UInt64)
    case closed(UInt64)
    case called(String, UInt64)
    case noted(String, UInt64)
    case abandoned(String)
    case overflowed(UInt64)
    case exhausted
  }

  nonisolated let path: String
  private let directory = TemporaryDirectory()
  private let limits: VarlinkServer.Limits
  private(set) var server: VarlinkServer!
  private(set) var events: [Event] = [] {
    didSet { resumeWaiters() }
  }
  /// Calls of `Wait` that were not answered yet.
  var waiting: [VarlinkCall] = []
  private var waiters: [(event: Event, continuation: CheckedContinuation<Void, Never>)] = []

  init(limits: VarlinkServer.Limits = .init(), allowedUser: uid_t = geteuid()) throws {
    path = directory.path + "/socket"
    self.limits = limits
    let interface = VarlinkInterface(
      name: Counter.name, description: Counter.description,
      invalidField: { VarlinkError("org.example.Counter.InvalidField", ["field": $0.field, "reason": $0.reason]) },
      handler: { [weak self] call in
        self?.events.append(.called(call.member, call.connection.id))
        call.answer { call throws(VarlinkError) in try self?.handle(call) }
      })
    server = VarlinkServer(
      .init(vendor: "Example", product: "Counter", version: "1", url: "https://example.org"),
      interfaces: [interface], limits: limits, allowedUser: allowedUser)
    server.onConnectionOpened = { [weak self] in self?.events.append(.opened($0.id)) }
    server.onOverflow = { [weak self] in self?.events.append(.overflowed($0.id)) }
    server.onConnectionsExhausted = { [weak self] _ in self?.events.append(.exhausted) }
    server.tooManyConnections = Counter.full
    server.onConnectionClosed = { [weak self] in self?.events.append(.closed($0.id)) }
    try server.listen(at: path)
  }

  private func handle(_ call: VarlinkCall) throws(VarlinkError) {
    switch call.member {
    case "Add":
      let parameters = try call.parameters(as: Counter.Add.self)
      call.reply(Counter.Sum(sum: parameters.a &+ parameters.b))
    case "Count":
      guard call.wantsMore else { throw .expectedMore }
      let last = min(100, try call.parameters(as: Counter.CountTo.self).to)
      for number in stride(from: 1, through: last, by: 1) {
        call.reply(Counter.Number(number: number), continues: number < last)
      }
      if last < 1 { call.reply() }
    case "Walk":
      call.reply(["size": try call.parameters(as: Counter.Walk.self).step.size])
    case "Wait":
      _ = try call.parameters(as: NoParameters.self)
      waiting.append(call)
      call.onAbandoned = { [weak self] in self?.events.append(.abandoned(call.member)) }
    case "Flood":
      let bytes = min(1 << 16, max(1, try call.parameters(as: Counter.Flood.self).bytes))
      guard call.wantsMore else { throw .expectedMore }
      call.onAbandoned = { [weak self] in self?.events.append(.abandoned(call.member)) }
      flood(call, String(repeating: "x", count: bytes))
    case "Spin":
      let end = ContinuousClock.now + limits.turn
      while ContinuousClock.now < end {}
      call.reply()
    case "Note":
      events.append(.noted(try call.parameters(as: Counter.Note.self).text, call.connection.id))
      call.reply()
    default:
      throw .methodNotFound(call.method)
    }
  }

  /// Goes on for as long as the client is there.
  private func flood(_ call: VarlinkCall, _ text: String) {
    guard !events.contains(.abandoned(call.member)) else { return }
    call.reply(Counter.Note(text: text), continues: true)
    EventLoop.enqueue { [weak self] in self?.flood(call, text) }
  }

  /// Waits until it has happened, if it has not yet.
  func happened(_ event: Event) async {
    if events.contains(event) { return }
    await withCheckedContinuation { waiters.append((event, $0)) }
  }

  private func resumeWaiters() {
    for waiter in waiters where events.contains(waiter.event) { waiter.continuation.resume() }
    waiters.removeAll { events.contains($0.event) }
  }

  func answerWaiting() {
    for call in waiting { call.reply() }
    waiting = []
  }

  func close() { server.close() }
}
