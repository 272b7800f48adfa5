import CMediaPlayer
import EventLoop
import Glibc

/// A connection to one of the message buses of a desktop, on the event loop. Nothing waits for the bus.
///
/// Whoever has one can do without: where there is no bus, or it goes away, nothing happens.
@EventLoop
final class Bus {
  enum Kind {
    /// The person's.
    case session
    /// The machine's.
    case system
  }

  /// Gets a reply, or nil where the call has failed.
  typealias ReplyHandler = @EventLoop (Message?) -> Void

  let handle: OpaquePointer

  /// Nil where there is none.
  init?(_ kind: Kind) {
    var bus: OpaquePointer?
    let opened = kind == .session ? sd_bus_open_user(&bus) : sd_bus_open_system(&bus)
    guard opened >= 0, let bus else { return nil }
    sd_bus_set_exit_on_disconnect(bus, 0)
    guard sd_bus_attach_event(bus, EventLoop.handle, 0) >= 0 else {
      sd_bus_close_unref(bus)
      return nil
    }
    handle = bus
  }

  /// Calls a method, and tells of its reply.
  ///
  /// - Parameter startsService: whether a service that does not run is started for it.
  func call(
    _ method: Method, _ arguments: [Argument], startsService: Bool, _ handler: @escaping ReplyHandler = { _ in }
  ) {
    var message: OpaquePointer?
    let made = sd_bus_message_new_method_call(
      handle, &message, method.service, method.path, method.interface, method.name)
    guard made >= 0, let message else { return handler(nil) }
    defer { sd_bus_message_unref(message) }
    sd_bus_message_set_auto_start(message, startsService ? 1 : 0)
    for argument in arguments { argument.append(to: message) }
    send(message, handler)
  }

  private func send(_ message: OpaquePointer, _ handler: @escaping ReplyHandler) {
    let context = ReplyContext(handler)
    let sent = sd_bus_call_async(
      handle, nil, message, receiveReply, Unmanaged.passRetained(context).toOpaque(), 0)
    guard sent < 0 else { return }
    Unmanaged.passUnretained(context).release()
    handler(nil)
  }

  /// Ends the connection: nothing comes over it any more, and what waits for a reply gets none.
  func close() { sd_bus_close(handle) }

  isolated deinit { sd_bus_close_unref(handle) }
}

// MARK: - Objects of our own

extension Bus {
  /// Asks for a name, and tells whether it is ours.
  func request(name: String, _ handler: @escaping @EventLoop (Bool) -> Void) {
    let context = ReplyContext { reply in handler(reply?.number() == Self.primaryOwner) }
    let sent = sd_bus_request_name_async(
      handle, nil, name, 0, receiveReply, Unmanaged.passRetained(context).toOpaque())
    if sent < 0 { Unmanaged.passUnretained(context).release() }
  }

  /// As the bus answers who asks for a name and gets it.
  private static var primaryOwner: UInt32 { 1 }

  /// Tells all who watch that these properties of an object have changed, and to what.
  func tellOfChange(_ properties: [String], of interface: String, at path: String) {
    var names = properties.map { strdup($0) } + [nil]
    defer { for name in names { free(name) } }
    sd_bus_emit_properties_changed_strv(handle, path, interface, &names)
  }
}

private let receiveReply: sd_bus_message_handler_t = { reply, context, _ in
  EventLoop.assumeIsolated(passing: (reply, context)) { reply, context in
    let context = Unmanaged<ReplyContext>.fromOpaque(context!).takeRetainedValue()
    context.handler(reply.flatMap(Message.init(replying:)))
  }
  return 0
}

/// What waits for a reply.
@EventLoop
private final class ReplyContext {
  let handler: Bus.ReplyHandler
  init(_ handler: @escaping Bus.ReplyHandler) { self.handler = handler }
}
