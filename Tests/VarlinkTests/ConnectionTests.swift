import EventLoop
import Glibc
import JSON
import Testing

@testable import Varlink

/// Clients that misbehave, or go away.
@Suite(.timeLimit(.minutes(2))) struct ConnectionTests {
  @Test(arguments: [
    "", "x", "{", "[]", "3", "null", "{}", #"{"parameters":{}}"#, #"{"method":3}"#, #"{"method":null}"#,
    #"{"method":"org.example.Counter.Wait","parameters":[]}"#,
    #"{"method":"org.example.Counter.Wait","parameters":"x"}"#,
    #"{"method":"org.example.Counter.Wait","more":1}"#, #"{"method":"org.example.Counter.Wait","oneway":"yes"}"#,
    #"{"method":"org.example.Counter.Add","parameters":{"a":01,"b":1}}"#,
    #"{"method":"org.example.Counter.Add","x":1.2.3}"#,
    #"{"method":"org.example.Counter.Add","x":"# + String(repeating: "[", count: 60_000),
    #"{"method":"org.example.Counter.Add","x":"# + String(repeating: "[", count: 32)
      + String(repeating: "]", count: 32) + "}",
  ])
  func `what is not a call ends the connection, after what came before was answered`(bad: String) async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Add", #"{"a":1,"b":2}"#))
    client.send(bad)
    client.send(message("Add", #"{"a":3,"b":4}"#))
    #expect(client.receiveAll() == [sum(3)])
    await service.happened(.closed(1))
    #expect(await service.server.connectionCount == 0)
  }

  @Test func `nesting up to the limit is taken`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    let deep = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
    client.send(message("Add", #"{"a":1,"b":2}"#, flags: #","x":\#(deep)"#))
    #expect(client.receive() == sum(3))
  }

  @Test func `10 MB without an end are not taken in`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    let accepted = client.send(bytes: [UInt8](repeating: UInt8(ascii: " "), count: 10_000_000))
    #expect(!accepted)
    await service.happened(.closed(1))
  }

  @Test func `half a message and a hang-up are dropped`() async throws {
    let service = try await TestService()
    do {
      let client = RawSocket(service.path)
      client.send(message("Add", #"{"a":1,"b":2}"#))
      #expect(client.receive() == sum(3))
      client.send(bytes: Array(message("Note", #"{"text":"half"}"#).utf8))
    }
    await service.happened(.closed(1))
    #expect(await service.events == [.opened(1), .called("Add", 1), .closed(1)])
  }

  @Test func `what was complete before a hang-up is carried out, though nobody reads the answers`() async throws {
    let service = try await TestService()
    do {
      let client = RawSocket(service.path)
      for number in 0..<100 { client.send(message("Note", #"{"text":"\#(number)"}"#)) }
    }
    await service.happened(.closed(1))
    let notes = await service.events.filter { if case .noted = $0 { true } else { false } }
    #expect(notes == (0..<100).map { .noted("\($0)", 1) })
  }

  @Test func `a hang-up is noticed while a call is open, and the calls behind it are not lost`() async throws {
    let service = try await TestService()
    do {
      let client = RawSocket(service.path)
      client.send(message("Wait"))
      client.send(message("Note", #"{"text":"behind"}"#))
      await service.happened(.called("Wait", 1))
    }
    await service.happened(.closed(1))
    #expect(
      await service.events
        == [
          .opened(1), .called("Wait", 1), .abandoned("Wait"), .called("Note", 1), .noted("behind", 1), .closed(1),
        ])
    // Too late, and harmless.
    await service.answerWaiting()
  }

  @Test func `a hang-up is noticed although more lies there than is read while a call is open`() async throws {
    let service = try await TestService()
    do {
      let client = RawSocket(service.path)
      client.send(message("Wait"))
      await service.happened(.called("Wait", 1))
      client.send(bytes: [UInt8](repeating: UInt8(ascii: " "), count: 100_000))
    }
    await service.happened(.abandoned("Wait"))
    await service.happened(.closed(1))
  }

  @Test func `a oneway call outlives its client`() async throws {
    let service = try await TestService()
    do {
      let client = RawSocket(service.path)
      client.send(message("Wait", flags: #","oneway":true"#))
      client.send(message("Note", #"{"text":"behind"}"#, flags: #","oneway":true"#))
      await service.happened(.called("Wait", 1))
    }
    let other = RawSocket(service.path)
    other.send(message("Add", #"{"a":1,"b":2}"#))
    #expect(other.receive() == sum(3))
    await service.answerWaiting()
    await service.happened(.closed(1))
    #expect(await service.events.contains(.noted("behind", 1)))
    #expect(await !service.events.contains(.abandoned("Wait")))
  }

  @Test func `a call that learns too late of the hang-up is told at once`() async throws {
    let service = try await TestService()
    do {
      let client = RawSocket(service.path)
      client.send(message("Wait"))
      await service.happened(.called("Wait", 1))
    }
    await service.happened(.closed(1))
    let told = await { @EventLoop in
      var told = false
      service.waiting[0].onAbandoned = { told = true }
      return told
    }()
    #expect(told)
  }

  @Test func `a client that never reads is disconnected, and others are served meanwhile`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Flood", #"{"bytes":1000}"#, flags: #","more":true"#))
    let other = RawSocket(service.path)
    other.send(message("Add", #"{"a":1,"b":2}"#))
    #expect(other.receive() == sum(3))
    await service.happened(.overflowed(1))
    await service.happened(.abandoned("Flood"))
    await service.happened(.closed(1))
  }

  @Test func `a client that asks for much has its turn, and then another has its own`() async throws {
    let service = try await TestService()
    let greedy = RawSocket(service.path)
    // Some 100 ms of work, sent before the other client's call, and in one piece.
    greedy.send(bytes: Array(String(repeating: message("Spin") + "\0", count: 1_000).utf8))
    let modest = RawSocket(service.path)
    modest.send(message("Add", #"{"a":1,"b":2}"#))
    #expect(modest.receive() == sum(3))
    let events = await service.events
    let before = events.prefix { $0 != .called("Add", 2) }
    let connected = try #require(before.firstIndex(of: .opened(2)))
    // The kernel's word that the other's call is there may come a turn late.
    #expect(before[connected...].count { $0 == .called("Spin", 1) } <= 3)
    greedy.endOutput()
    #expect(greedy.receiveAll()?.count == 1_000)
  }

  @Test func `a client that reads gets a flood whole`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Flood", #"{"bytes":60000}"#, flags: #","more":true"#))
    let expected = JSONValue.object([
      "parameters": .object(["text": .string(String(repeating: "x", count: 60_000))]), "continues": .bool(true),
    ])
    #expect(client.receive() == expected)
  }

  @Test func `answers that a client does not read yet hold its next calls back, and none is lost`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    let call =
      #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(Counter.name)"}}"#
    // The calls fit into the socket's buffer, their answers are several times more than it holds.
    client.send(bytes: Array(String(repeating: call + "\0", count: 1_000).utf8))
    client.endOutput()
    let answers = try #require(client.receiveAll())
    #expect(answers.count == 1_000)
    #expect(Set(answers.map(\.description)).count == 1)
  }

  @Test func `another user is refused`() async throws {
    let service = try await TestService(allowedUser: geteuid() + 1)
    let client = RawSocket(service.path)
    client.send(message("Note", #"{"text":"stranger"}"#))
    #expect(client.receiveAll() == [])
    #expect(await service.events.isEmpty)
  }

  @Test func `one connection too many is told so and closed, and there is room when another leaves`() async throws {
    var limits = VarlinkServer.Limits()
    limits.connections = 2
    let service = try await TestService(limits: limits)
    let first = RawSocket(service.path)
    var second: RawSocket? = RawSocket(service.path)
    second?.send(message("Add", #"{"a":1,"b":2}"#))
    #expect(second?.receive() == sum(3))
    let full = JSONValue.object(["error": .string("org.example.Counter.Full"), "parameters": .object([:])])
    for _ in 0..<3 { #expect(RawSocket(service.path).receiveAll() == [full]) }
    #expect(await service.server.connectionCount == 2)
    #expect(await service.events.count { $0 == .exhausted } == 1)

    second = nil
    await service.happened(.closed(2))
    let third = RawSocket(service.path)
    third.send(message("Add", #"{"a":3,"b":4}"#))
    #expect(third.receive() == sum(7))
    first.send(message("Add", #"{"a":5,"b":6}"#))
    #expect(first.receive() == sum(11))
  }

  @Test func `a call knows the process that it came from`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Wait"))
    await service.happened(.called("Wait", 1))
    #expect(await service.waiting[0].connection == VarlinkPeer(id: 1, process: getpid()))
  }

  @Test func `closing the server disconnects everybody and abandons what is open`() async throws {
    let service = try await TestService()
    let client = RawSocket(service.path)
    client.send(message("Wait"))
    await service.happened(.called("Wait", 1))
    await service.close()
    #expect(await service.events.suffix(2) == [.abandoned("Wait"), .closed(1)])
    #expect(client.receiveAll() == [])
  }

  @Test func `a server that is released disconnects its clients`() async throws {
    var service: TestService? = try await TestService()
    let client = RawSocket(service!.path)
    client.send(message("Add", #"{"a":1,"b":2}"#))
    #expect(client.receive() == sum(3))
    service = nil
    #expect(client.receiveAll() == [])
  }
}
