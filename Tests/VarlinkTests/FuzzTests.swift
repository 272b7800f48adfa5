import EventLoop
import Testing

@testable import Varlink

/// SplitMix64: the same numbers in every run, so that a failure comes again.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite(.timeLimit(.minutes(5))) struct FuzzTests {
  private static let seeds = [
    message("Add", #"{"a":2,"b":-3}"#), message("Count", #"{"to":3}"#, flags: #","more":true"#),
    message("Walk", #"{"step":{"size":1,"mood":"calm","note":"caf\u00e9 𝄞"}}"#),
    message("Note", #"{"text":"\\\"\n"}"#, flags: #","oneway":true"#),
    #"{"method":"org.varlink.service.GetInfo"}"#,
    #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.example.Counter"}}"#,
  ].map { Array($0.utf8) }

  private static let pieces = [
    "{", "}", "[", "]", "\"", ":", ",", "\\", "\\u", "null", "true", "-", "1e400", "0.5", "99999999999999999999",
    "\0", "\0\0", "\"parameters\":", "\"more\":true,", "é", "{\"a\":",
  ].map { Array($0.utf8) }

  private func mutate(_ message: [UInt8], _ generator: inout Generator) -> [UInt8] {
    var bytes = message
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 0...8, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes.replaceSubrange(place..<end, with: [])
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator)!, at: place)
      case 3: bytes.replaceSubrange(place..<end, with: Self.pieces.randomElement(using: &generator)!)
      default: if place < bytes.count { bytes[place] = .random(in: 0...255, using: &generator) }
      }
    }
    return bytes
  }

  @Test func `20,000 damaged messages leave a server that answers, and each connection is ended`() async throws {
    let service = try await TestService()
    var generator = Generator(state: 5_000)
    var answered = 0
    for number in 0..<20_000 {
      let client = RawSocket(service.path)
      client.send(bytes: mutate(Self.seeds.randomElement(using: &generator)!, &generator) + [0])
      client.endOutput()
      let answers = try #require(client.receiveAll(), "message \(number) hangs")
      #expect(!answers.contains(.string("not JSON")))
      if !answers.isEmpty { answered += 1 }
    }
    // Damage of every degree: some remain calls, some do not.
    #expect((1_000...19_000).contains(answered))

    let client = RawSocket(service.path)
    client.send(message("Add", #"{"a":1,"b":2}"#))
    #expect(client.receive() == sum(3))
    #expect(await service.server.connectionCount == 1)
  }
}
