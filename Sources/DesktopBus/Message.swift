import CMediaPlayer

/// A method of an object that a service has on a bus.
struct Method {
  let service: String
  let path: String
  let interface: String
  let name: String
}

/// What a method is called with.
enum Argument {
  case text(String)
  case number(UInt32)

  func append(to message: OpaquePointer) {
    switch self {
    case .text(let text): sd_bus_message_append_basic(message, .string, text)
    case .number(var number): sd_bus_message_append_basic(message, .uint32, &number)
    }
  }
}

/// What came over a bus, to be read from its beginning on.
struct Message {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  /// Nil where the reply is an error.
  init?(replying handle: OpaquePointer) {
    guard sd_bus_message_is_method_error(handle, nil) == 0 else { return nil }
    self.init(handle)
  }

  func number() -> UInt32? { basic(.uint32, 0) }
  func real() -> Double? { basic(.double, 0) }

  /// A file descriptor that is the message's, and closed with it.
  func descriptor() -> Int32? { basic(.descriptor, -1) }

  private func basic<Value>(_ type: CChar, _ start: Value) -> Value? {
    var value = start
    let read = withUnsafeMutableBytes(of: &value) { bytes in
      sd_bus_message_read_basic(handle, type, bytes.baseAddress)
    }
    return read > 0 ? value : nil
  }
}
