import EventLoop
import Glibc
import JSON

/// A client's connection, as the service sees it.
public struct VarlinkPeer: Hashable, Sendable {
  /// Counts up from 1 in order of arrival, never used twice by a server.
  public let id: UInt64
  /// The process that connected, as the kernel says. It may have ended since.
  public let process: pid_t
}

/// One call of a method, open until it is answered.
///
/// The next message of the same connection waits until then. Answering never calls back: that the client has hung
/// up is reported from the event loop.
@EventLoop
public final class VarlinkCall {
  private enum State {
    case open, answered, abandoned
  }

  /// The full name, such as `org.example.Music.Play`.
  public nonisolated let method: String
  /// The last part of the method's name, such as `Play`.
  public nonisolated let member: String
  /// The client takes several replies.
  public nonisolated let wantsMore: Bool
  /// The client takes no reply: it must be given all the same, and is not sent.
  public nonisolated let isOneway: Bool
  public nonisolated let connection: VarlinkPeer

  /// The client hung up before the last reply, and nobody will read what is answered now. Called at once when it
  /// is set too late. Never called for a oneway call, whose client need not stay.
  public var onAbandoned: (@EventLoop () -> Void)? {
    didSet {
      if state == .abandoned { onAbandoned?() }
    }
  }

  /// Whether somebody may still read the answer.
  public var isOpen: Bool { state == .open }

  private var state = State.open
  private let parameters: JSONValue
  private let invalidField: @Sendable (FieldError) -> VarlinkError
  private let transport: ServerConnection

  init(
    _ incoming: IncomingCall, from transport: ServerConnection,
    invalidField: @escaping @Sendable (FieldError) -> VarlinkError
  ) {
    method = incoming.method.full
    member = incoming.method.member
    wantsMore = incoming.more
    isOneway = incoming.oneway
    connection = transport.peer
    parameters = incoming.parameters
    self.transport = transport
    self.invalidField = invalidField
  }

  /// The call's parameters.
  ///
  /// Throws the interface's error for an invalid field, which names it and says what was expected. Fields that
  /// `Parameters` does not know are refused where it decodes with ``StrictFields``.
  public func parameters<Parameters: Decodable>(as type: Parameters.Type) throws(VarlinkError) -> Parameters {
    do {
      return try parameters.decoded(as: type)
    } catch {
      throw invalidField(error)
    }
  }

  /// Gives the last reply. A call has one, or one error: a second stops the program.
  public func reply(_ parameters: some Encodable = NoParameters()) {
    finish(OutgoingMessage.reply(parameters))
  }

  /// Gives a reply.
  ///
  /// - Parameter continues: another one follows. Only a client that ``wantsMore`` takes that.
  public func reply(_ parameters: some Encodable, continues: Bool) {
    guard continues else { return reply(parameters) }
    Self.reply(parameters, to: CollectionOfOne(self))
  }

  /// Gives all these calls the same reply, which is encoded once. Another one follows to each: only clients that
  /// ``wantsMore`` may be among theirs.
  public static func reply(_ parameters: some Encodable, to calls: some Collection<VarlinkCall>) {
    guard !calls.isEmpty else { return }
    let message = OutgoingMessage.reply(parameters, continues: true)
    for call in calls { call.sendContinuing(message) }
  }

  private func sendContinuing(_ message: [UInt8]) {
    precondition(wantsMore, "\(method) was called without \"more\": it gets one reply")
    precondition(state != .answered, "\(method) has had its last reply")
    guard state == .open, !isOneway else { return }
    transport.send(message)
  }

  /// Answers with an error, which is the last reply.
  public func fail(_ error: VarlinkError) {
    finish(error.message)
  }

  /// Runs `body`, and answers with the error that it throws.
  public func answer(_ body: (VarlinkCall) throws(VarlinkError) -> Void) {
    do {
      try body(self)
    } catch {
      fail(error)
    }
  }

  private func finish(_ reply: [UInt8]) {
    precondition(state != .answered, "\(method) has had its last reply")
    guard state == .open else { return }
    state = .answered
    onAbandoned = nil
    if !isOneway { transport.send(reply) }
    transport.callEnded()
  }

  func abandon() {
    guard state == .open else { return }
    state = .abandoned
    let onAbandoned = onAbandoned
    self.onAbandoned = nil
    onAbandoned?()
  }
}

/// A method's name, and its parts before and behind its last dot.
struct MethodName {
  let full: String
  /// Empty where there is no dot.
  let interface: String
  let member: String

  init(_ name: String) {
    full = name
    let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    interface = dot.map { String(name[..<$0]) } ?? ""
    member = dot.map { String(name[name.utf8.index(after: $0)...]) } ?? name
  }
}
