import EventLoop

/// One interface of a service: its description for those who ask, and what carries its methods out.
public struct VarlinkInterface: Sendable {
  /// Answers a call, now or later, with ``VarlinkCall/reply(_:)`` or ``VarlinkCall/fail(_:)``.
  public typealias Handler = @EventLoop (VarlinkCall) -> Void

  /// The name in reverse-domain form, such as `org.example.Music`.
  public let name: String
  /// The interface in varlink's definition language; its `interface` line must say the same name.
  public let description: String
  let invalidField: @Sendable (FieldError) -> VarlinkError
  let handler: Handler

  /// - Parameters:
  ///   - invalidField: makes the error for parameters that are not as they must be. The standard one has no room for
  ///     the reason.
  ///   - handler: gets every call of the interface, whether it has such a method or not.
  public init(
    name: String, description: String,
    invalidField: @escaping @Sendable (FieldError) -> VarlinkError = { .invalidParameter($0.field) },
    handler: @escaping Handler
  ) {
    self.name = name
    self.description = description
    self.invalidField = invalidField
    self.handler = handler
  }
}
