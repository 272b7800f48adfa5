/// What was read is not what the protocol allows here.
struct MalformedMessage: Error, Equatable {
  let what: String
}

/// Lays values out as bytes. Numbers are in this machine's order: the reader is the same program on the same machine.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ byte: UInt8) { bytes.append(byte) }

  mutating func put(_ number: UInt32) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// All that is left of a message: its length is the message's.
  mutating func put(_ samples: [Int16]) {
    samples.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}

/// Takes values from bytes that anybody may have written: it reads what is there, or throws.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() throws(MalformedMessage) -> UInt8 {
    guard let byte = rest.popFirst() else { throw MalformedMessage(what: "a byte is missing") }
    return byte
  }

  mutating func number() throws(MalformedMessage) -> UInt32 {
    let bytes = try take(4)
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
  }

  mutating func text() throws(MalformedMessage) -> String {
    let bytes = try take(Int(number()))
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw MalformedMessage(what: "a text is not UTF-8")
    }
    return text
  }

  /// All that is left, as samples.
  mutating func samples() throws(MalformedMessage) -> [Int16] {
    guard rest.count.isMultiple(of: 2) else { throw MalformedMessage(what: "half a sample") }
    let bytes = try take(rest.count)
    return [Int16](unsafeUninitializedCapacity: bytes.count / 2) { samples, count in
      UnsafeMutableRawBufferPointer(samples).copyBytes(from: bytes)
      count = bytes.count / 2
    }
  }

  func end() throws(MalformedMessage) {
    guard isAtEnd else { throw MalformedMessage(what: "\(rest.count) bytes too many") }
  }

  private mutating func take(_ count: Int) throws(MalformedMessage) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw MalformedMessage(what: "\(count - rest.count) bytes are missing") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

/// Something that travels between the two processes: as its length in 4 bytes, and itself.
protocol Message {
  func write(to writer: inout ByteWriter)
  init(from reader: inout ByteReader) throws(MalformedMessage)
}

extension Message {
  /// As it is written to the socket.
  var frame: [UInt8] {
    var body = ByteWriter()
    write(to: &body)
    var length = ByteWriter()
    length.put(UInt32(body.bytes.count))
    return length.bytes + body.bytes
  }
}

/// Puts messages together from what arrives in pieces.
struct MessageReader<Received: Message> {
  /// The longest message. A length beyond is an error as soon as it is read, so no more than this is ever buffered
  /// beyond what one `append` brings.
  static var longest: Int { 1 << 20 }

  private var buffer: ArraySlice<UInt8> = []

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// The next message, as soon as all of it has arrived. After an error nothing that follows can be trusted.
  mutating func next() throws(MalformedMessage) -> Received? {
    guard buffer.count >= 4 else { return nil }
    var header = ByteReader(buffer.prefix(4))
    let length = Int(try header.number())
    guard length <= Self.longest else { throw MalformedMessage(what: "a message of \(length) bytes") }
    guard buffer.count >= 4 + length else { return nil }
    var reader = ByteReader(buffer.dropFirst(4).prefix(length))
    let message = try Received(from: &reader)
    try reader.end()
    buffer = buffer.dropFirst(4 + length)
    if buffer.isEmpty { buffer = [] }
    return message
  }
}
