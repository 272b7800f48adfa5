import JSON
import Testing

@testable import Varlink

@Suite struct MessageBufferTests {
  private func append(_ text: String, to buffer: inout MessageBuffer) {
    Array(text.utf8).withUnsafeBytes { buffer.append($0) }
  }

  @Test func `bytes are cut into messages wherever they were cut before`() throws {
    let stream = #"{"a":1}"# + "\0" + "[]\0" + #"{"b":"é"}"# + "\0"
    let bytes = Array(stream.utf8)
    for size in 1...bytes.count {
      var buffer = MessageBuffer(limit: 100, nesting: 4)
      var messages: [JSONValue] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { buffer.append($0) }
        while let message = try buffer.next() { messages.append(message) }
      }
      #expect(
        messages == [.object(["a": .integer(1)]), .array([]), .object(["b": .string("é")])], "in parts of \(size)")
    }
  }

  @Test func `a message may be as long as the limit and no longer`() throws {
    var buffer = MessageBuffer(limit: 6, nesting: 4)
    append("\"1234\"\0", to: &buffer)
    #expect(try buffer.next() == .string("1234"))
    append("\"12345\"\0", to: &buffer)
    #expect(throws: MessageBuffer.Invalid.tooLong) { try buffer.next() }
  }

  @Test func `a message is too long before its end has come`() throws {
    var buffer = MessageBuffer(limit: 6, nesting: 4)
    append("\"12345", to: &buffer)
    #expect(try buffer.next() == nil)
    append("6", to: &buffer)
    #expect(throws: MessageBuffer.Invalid.tooLong) { try buffer.next() }
  }

  @Test(arguments: ["", "{", "[[[[[]]]]]"])
  func `what is not JSON or nested too deep is not a message`(text: String) {
    var buffer = MessageBuffer(limit: 100, nesting: 4)
    append(text + "\0", to: &buffer)
    #expect(throws: MessageBuffer.Invalid.notJSON) { try buffer.next() }
  }
}
