import EventLoop
import Glibc
import JSON
import Testing

@testable import Varlink

@Suite(.timeLimit(.minutes(2))) @EventLoop struct ClientTests {
  private let directory = TemporaryDirectory()
  private var path: String { directory.path + "/socket" }

  @Test func `a call returns its reply`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    let reply: Counter.Sum = try await client.call("org.example.Counter.Add", Counter.Add(a: 2, b: 3))
    #expect(reply.sum == 5)
  }

  @Test func `a call without a reply's fields returns`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    try await client.call("org.example.Counter.Note", Counter.Note(text: "here"))
    #expect(service.events.contains(.noted("here", 1)))
  }

  @Test func `from outside the loop it works the same`() async throws {
    let service = try TestService()
    let path = service.path
    let sum = try await Task.detached {
      let client = try await VarlinkClient.connect(to: path)
      return try await client.call("org.example.Counter.Add", Counter.Add(a: 4, b: 5), as: Counter.Sum.self)
    }.value
    #expect(sum == Counter.Sum(sum: 9))
  }

  @Test func `a stream gives each reply and ends after the last`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    var numbers: [Int] = []
    for try await reply in client.stream("org.example.Counter.Count", Counter.CountTo(to: 5), as: Counter.Number.self) {
      numbers.append(reply.number)
    }
    #expect(numbers == [1, 2, 3, 4, 5])
  }

  @Test func `a stream that the service refuses throws its error`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    let error = await #expect(throws: VarlinkCallError.self) {
      for try await _ in client.stream("org.example.Counter.Nothing", as: JSONValue.self) {}
    }
    #expect(error?.description == "the service has no method org.example.Counter.Nothing")
  }

  @Test func `the service's error is typed, and its parameters can be read`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    let error = await #expect(throws: VarlinkCallError.self) {
      try await client.call("org.example.Counter.Add", ["a": 1])
    }
    guard case .service(let refusal) = error else {
      Issue.record("not the service's error: \(String(describing: error))")
      return
    }
    #expect(refusal.name == "org.example.Counter.InvalidField")
    let reason = "is missing, and must be a whole number"
    #expect(
      try refusal.parameters(as: Counter.InvalidField.self) == Counter.InvalidField(field: "b", reason: reason))
    #expect(
      try refusal.parameters(as: JSONValue.self) == .object(["field": .string("b"), "reason": .string(reason)]))
    #expect("\(refusal)" == "org.example.Counter.InvalidField (field: b, reason: \(reason))")
  }

  @Test func `a reply of another shape is an error that names the field`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    let error = await #expect(throws: VarlinkCallError.self) {
      try await client.call("org.example.Counter.Add", Counter.Add(a: 1, b: 2), as: Counter.Number.self)
    }
    #expect(
      error?.description == "the service's reply to org.example.Counter.Add is not understood: number is missing")
  }

  @Test func `a call that no service takes is not sent, and those after it are answered`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    let error = await #expect(throws: VarlinkCallError.self) {
      try await client.call("org.example.Counter.Note", Counter.Note(text: String(repeating: "a", count: 70_000)))
    }
    #expect(error?.description.hasSuffix("bytes is longer than the 65536 that a service takes") == true)
    let reply: Counter.Sum = try await client.call("org.example.Counter.Add", Counter.Add(a: 2, b: 3))
    #expect(reply.sum == 5)
  }

  @Test func `300 calls made at once are answered in their order`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    let sums = await withCheckedContinuation { done in
      var sums: [Int] = []
      for number in 0..<300 {
        client.call("org.example.Counter.Add", Counter.Add(a: number, b: 0)) { result in
          if let sum = try? result.get().parameters(as: Counter.Sum.self).sum { sums.append(sum) }
          if number == 299 { done.resume(returning: sums) }
        }
      }
      #expect(sums.isEmpty)
    }
    #expect(sums == Array(0..<300))
  }

  @Test func `more calls than the sockets hold are all answered`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    let text = String(repeating: "x", count: 10_000)
    await withCheckedContinuation { done in
      for number in 0..<200 {
        client.call("org.example.Counter.Note", Counter.Note(text: text)) { result in
          #expect(throws: Never.self) { try result.get() }
          if number == 199 { done.resume() }
        }
      }
    }
    #expect(service.events.count { $0 == .noted(text, 1) } == 200)
  }

  @Test func `a oneway call is carried out and disturbs no reply`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    client.send(oneway: "org.example.Counter.Note", Counter.Note(text: "by the way"))
    let reply: Counter.Sum = try await client.call("org.example.Counter.Add", Counter.Add(a: 1, b: 1))
    #expect(reply.sum == 2)
    #expect(service.events.contains(.noted("by the way", 1)))
  }

  @Test func `when the service goes, open calls fail, then the end is told, and later calls fail too`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    var order: [String] = []
    await withCheckedContinuation { done in
      client.onClose = { reason in
        order.append("closed: \(reason)")
        done.resume()
      }
      client.call("org.example.Counter.Wait") { result in
        if case .failure(let error) = result { order.append("call: \(error)") }
      }
      Task {
        await service.happened(.called("Wait", 1))
        service.close()
      }
    }
    let sentence = "the service closed the connection without an answer"
    #expect(order == ["call: \(sentence)", "closed: \(sentence)"])
    await #expect(throws: VarlinkCallError.self) { try await client.call("org.example.Counter.Note") }
  }

  @Test(arguments: [true, false])
  func `a service that turns its clients away says why, asked or not`(isAsked: Bool) async throws {
    var limits = VarlinkServer.Limits()
    limits.connections = 0
    let service = try TestService(limits: limits)
    let client = try VarlinkClient.connect(to: service.path)
    let reason = await withCheckedContinuation { done in
      if isAsked {
        client.call("org.example.Counter.Wait") { if case .failure(let error) = $0 { done.resume(returning: error) } }
      } else {
        client.onClose = { done.resume(returning: $0) }
      }
    }
    #expect("\(reason)" == "org.example.Counter.Full")
  }

  @Test func `closing the client ends its open calls, without a word about the end`() async throws {
    let service = try TestService()
    let client = try VarlinkClient.connect(to: service.path)
    client.onClose = { _ in Issue.record("told of its own closing") }
    let waiting = Task { try await client.call("org.example.Counter.Wait") }
    await service.happened(.called("Wait", 1))
    client.close()
    let error = await #expect(throws: VarlinkCallError.self) { try await waiting.value }
    guard case .closed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await service.happened(.abandoned("Wait"))
  }

  @Test func `a client that is released hangs up`() async throws {
    let service = try TestService()
    var client: VarlinkClient? = try VarlinkClient.connect(to: service.path)
    try await client?.call("org.example.Counter.Note", Counter.Note(text: "x"))
    client = nil
    await service.happened(.closed(1))
  }

  @Test func `where nobody listens, the error says so`() {
    #expect(throws: VarlinkConnectionError.nobodyListens(path: path)) { try VarlinkClient.connect(to: path) }
    let descriptor = UnixAddress.makeSocket()
    #expect(UnixAddress(path: path)!.bind(descriptor) == 0)
    close(descriptor)
    #expect(throws: VarlinkConnectionError.nobodyListens(path: path)) { try VarlinkClient.connect(to: path) }
    #expect("\(VarlinkConnectionError.nobodyListens(path: "/s"))" == "/s: nobody listens there")
  }

  @Test(arguments: [
    ("nonsense\0", "a message is too long or not JSON"),
    ("[]\0", "that is no reply"),
    (#"{"parameters":{},"continues":true}"# + "\0", "more replies came than were asked for"),
    ("{}\0{}\0", "a reply came without a call"),
  ])
  func `a service that does not speak varlink is left`(answer: String, what: String) async throws {
    let listener = UnixAddress.makeSocket()
    defer { close(listener) }
    #expect(UnixAddress(path: path)!.bind(listener) == 0 && listen(listener, 1) == 0)
    let client = try VarlinkClient.connect(to: path)
    let service = accept(listener, nil, nil)
    defer { close(service) }
    let reason = await withCheckedContinuation { done in
      client.onClose = { done.resume(returning: $0) }
      client.call("org.example.Counter.Note") { _ in }
      _ = answer.withCString { write(service, $0, answer.utf8.count) }
    }
    #expect("\(reason)" == "the service does not speak varlink: \(what)")
  }

  @Test func `what a service said before it went is still heard`() async throws {
    let listener = UnixAddress.makeSocket()
    defer { close(listener) }
    #expect(UnixAddress(path: path)!.bind(listener) == 0 && listen(listener, 1) == 0)
    let client = try VarlinkClient.connect(to: path)
    let service = accept(listener, nil, nil)
    let answer = #"{"parameters":{"sum":7}}"# + "\0"
    _ = answer.withCString { write(service, $0, answer.utf8.count) }
    close(service)
    let reply: Counter.Sum = try await client.call("org.example.Counter.Add", Counter.Add(a: 3, b: 4))
    #expect(reply.sum == 7)
  }
}
