import EventLoop
import JSON
import Testing

@testable import Varlink

/// What a client is answered, byte for byte as far as it matters.
@Suite(.timeLimit(.minutes(2))) struct ServerTests {
  @Test func `a call is answered`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Add", #"{"a":2,"b":3}"#))
    #expect(client.receive() == sum(5))
  }

  @Test(arguments: [
    (
      #"{"method":"org.example.Nothing.Do"}"#, "org.varlink.service.InterfaceNotFound",
      ["interface": JSONValue.string("org.example.Nothing")]
    ),
    (#"{"method":"Do"}"#, "org.varlink.service.InterfaceNotFound", ["interface": .string("Do")]),
    (
      #"{"method":"org.example.Counter.Do"}"#, "org.varlink.service.MethodNotFound",
      ["method": .string("org.example.Counter.Do")]
    ),
    (
      #"{"method":"org.varlink.service.Do"}"#, "org.varlink.service.MethodNotFound",
      ["method": .string("org.varlink.service.Do")]
    ),
    (#"{"method":"org.example.Counter.Count","parameters":{"to":3}}"#, "org.varlink.service.ExpectedMore", [:]),
    (
      #"{"method":"org.varlink.service.GetInterfaceDescription"}"#, "org.varlink.service.InvalidParameter",
      ["parameter": .string("interface")]
    ),
    (
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.x"}}"#,
      "org.varlink.service.InterfaceNotFound", ["interface": .string("org.x")]
    ),
    (
      #"{"method":"org.varlink.service.GetInfo","parameters":{"x":1}}"#, "org.varlink.service.InvalidParameter",
      ["parameter": .string("x")]
    ),
    (
      #"{"method":"org.example.Counter.Add","parameters":{"a":"1","b":2}}"#, "org.example.Counter.InvalidField",
      ["field": .string("a"), "reason": .string("must be a whole number")]
    ),
    (
      #"{"method":"org.example.Counter.Add","parameters":{"a":1}}"#, "org.example.Counter.InvalidField",
      ["field": .string("b"), "reason": .string("is missing, and must be a whole number")]
    ),
    (
      #"{"method":"org.example.Counter.Walk","parameters":{"step":{"size":1,"mood":"calm","pace":2}}}"#,
      "org.example.Counter.InvalidField",
      ["field": .string("step.pace"), "reason": .string("is unknown; the fields are size, mood, note")]
    ),
  ])
  func `a call that cannot be served is answered with an error, and the connection stays`(
    call: String, name: String, parameters: [String: JSONValue]
  ) async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(call)
    #expect(client.receive() == .object(["error": .string(name), "parameters": .object(parameters)]))
    client.send(message("Add", #"{"a":1,"b":1}"#))
    #expect(client.receive() == sum(2))
  }

  @Test func `several replies say that they continue, all but the last`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Count", #"{"to":3}"#, flags: #","more":true"#))
    for number in 1...2 {
      #expect(
        client.receive()
          == .object(["parameters": .object(["number": .integer(Int64(number))]), "continues": .bool(true)]))
    }
    #expect(client.receive() == .object(["parameters": .object(["number": .integer(3)])]))
  }

  @Test func `a oneway call is carried out and not answered, not even with an error`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Note", #"{"text":"heard"}"#, flags: #","oneway":true"#))
    client.send(message("Note", #"{"text":1}"#, flags: #","oneway":true"#))
    client.send(message("Add", #"{"a":1,"b":1}"#))
    #expect(client.receive() == sum(2))
    await service.happened(.noted("heard", 1))
  }

  @Test func `unknown keys beside the parameters, and null ones, are passed over`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Add", #"{"a":1,"b":1}"#, flags: #","colour":{"x":[]},"more":null,"oneway":null"#))
    #expect(client.receive() == sum(2))
    client.send(#"{"method":"org.example.Counter.Note","parameters":null}"#)
    #expect(
      client.receive()
        == .object([
          "error": .string("org.example.Counter.InvalidField"),
          "parameters": .object(["field": .string("text"), "reason": .string("is missing")]),
        ]))
  }

  @Test func `messages come in one byte at a time`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    for byte in Array(message("Add", #"{"a":20,"b":3}"#).utf8) + [0] { client.send(bytes: [byte]) }
    #expect(client.receive() == sum(23))
  }

  @Test func `300 calls sent at once are answered in their order`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    let calls = (0..<300).map { message("Add", #"{"a":\#($0),"b":0}"#) + "\0" }
    client.send(bytes: Array(calls.joined().utf8))
    client.endOutput()
    #expect(client.receiveAll() == (0..<300).map { sum($0) })
  }

  @Test func `the next call waits until the one before is answered`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Wait"))
    client.send(message("Add", #"{"a":1,"b":1}"#))
    await service.happened(.called("Wait", 1))
    // Another connection's call shows that the loop has gone on.
    let other = RawSocket(service.path)
    other.send(message("Add", #"{"a":2,"b":2}"#))
    #expect(other.receive() == sum(4))
    #expect(await !service.events.contains(.called("Add", 1)))
    await service.answerWaiting()
    #expect(client.receive() == nothing)
    #expect(client.receive() == sum(2))
  }

  @Test func `a client that has ended its output still gets its replies, then the end`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Wait"))
    client.send(message("Add", #"{"a":1,"b":1}"#))
    client.endOutput()
    await service.happened(.called("Wait", 1))
    await service.answerWaiting()
    #expect(client.receiveAll() == [nothing, sum(2)])
    #expect(await !service.events.contains(.abandoned("Wait")))
  }

  @Test func `one client's flood leaves others their turn`() async throws {
    let service = try await TestService()
    let flooding = RawSocket(service.path)
    let other = RawSocket(service.path)
    await service.happened(.opened(2))
    let flood = String(repeating: message("Note", #"{"text":"flood"}"#, flags: #","oneway":true"#) + "\0", count: 600)
    // On the loop, so that both lie there before either is looked at.
    await { @EventLoop in
      flooding.send(bytes: Array(flood.utf8))
      other.send(message("Note", #"{"text":"other"}"#))
    }()
    #expect(other.receive() == nothing)
    flooding.endOutput()
    await service.happened(.closed(1))
    let notes = await service.events.filter { $0 == .noted("flood", 1) || $0 == .noted("other", 2) }
    #expect(notes.count == 601)
    let place = try #require(notes.firstIndex(of: .noted("other", 2)))
    #expect(place <= 64)
  }
}
