import Testing

@testable import Speech

@Suite struct MessageTests {
  private static let voice = Voice(
    name: "Māori", identifier: "poz/mi", languages: [.init("mi", priority: 5), .init("mi-nz", priority: 6)],
    gender: .female, kind: .mbrola)

  static let commands: [SpeechCommand] = [
    .speak(number: 7, Utterance("Größe 🏃", voice: "en-us+f3", rate: 450, pitch: 0)),
    .cancel(number: .max),
    .listVoices(number: 0),
    .listVariants(number: 1),
  ]

  static let answers: [SpeechAnswer] = [
    .samples(number: 1, rate: 22_050, [0, 1, -1, .max, .min]),
    .samples(number: 1, rate: 16_000, []),
    .end(number: 2),
    .failure(number: 3, .unknownVoice("nobody")),
    .failure(number: 3, .voiceNotInstalled("mb-en1")),
    .failure(number: 3, .refused(call: "espeak_Initialize", message: "")),
    .voices(number: 4, [voice, voice]),
    .voices(number: 4, []),
  ]

  @Test(arguments: commands) func `A command arrives as it was sent`(command: SpeechCommand) throws {
    #expect(try received(command.frame) == [command])
  }

  @Test(arguments: answers) func `An answer arrives as it was sent`(answer: SpeechAnswer) throws {
    #expect(try received(answer.frame) == [answer])
  }

  @Test func `Messages are put together from single bytes`() throws {
    var reader = MessageReader<SpeechAnswer>()
    var arrived: [SpeechAnswer] = []
    for byte in Self.answers.flatMap(\.frame) {
      withUnsafeBytes(of: byte) { reader.append($0) }
      while let answer = try reader.next() { arrived.append(answer) }
    }
    #expect(arrived == Self.answers)
  }

  @Test(arguments: answers) func `A message that ends too early is an error, or whole with fewer samples or voices`(
    answer: SpeechAnswer
  ) {
    let body = Array(answer.frame.dropFirst(4))
    for length in 0..<body.count {
      if let shorter = try? received(frame(Array(body[..<length])), as: SpeechAnswer.self) {
        #expect(shorter.first?.frame == frame(Array(body[..<length])))
      }
    }
  }

  @Test(arguments: answers.filter { if case .samples = $0 { false } else { true } })
  func `A byte too many is an error`(answer: SpeechAnswer) {
    let body = answer.frame.dropFirst(4) + [0]
    #expect(throws: MalformedMessage.self) { try received(frame(Array(body)), as: SpeechAnswer.self) }
  }

  @Test(
    arguments: [
      [9, 0, 0, 0, 0],  // no such kind
      [0, 0, 0, 0, 0, 1, 0, 0, 0],  // one sample a second
      [0, 0, 0, 0, 0, 0, 0, 0, 0x80],  // two thousand million samples a second
      [0, 0, 0, 0, 0, 0x22, 0x56, 0, 0, 1],  // half a sample
      [2, 0, 0, 0, 0, 3],  // no such failure
      [2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0xc3, 0x28],  // not UTF-8
      [2, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],  // a text of 4 GiB
      [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0],  // no such gender
      [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0xff, 0xff, 0xff, 0xff],  // four thousand million languages
    ] as [[UInt8]])
  func `A malformed answer is an error`(body: [UInt8]) {
    #expect(throws: MalformedMessage.self) { try received(frame(body), as: SpeechAnswer.self) }
  }

  @Test func `A length beyond the longest is an error before the rest has arrived`() {
    let length = UInt32(MessageReader<SpeechAnswer>.longest + 1)
    let header = withUnsafeBytes(of: length) { Array($0) }
    #expect(throws: MalformedMessage.self) { try received(header, as: SpeechAnswer.self) }
  }

  @Test func `The longest text fits into a message`() throws {
    let text = String(repeating: "a", count: Utterance.longestText)
    let command = SpeechCommand.speak(number: 1, Utterance(text, voice: "en-us"))
    #expect(try received(command.frame) == [command])
  }

  @Test func `Whatever bytes arrive, they are messages or an error, and messages are what they say`() {
    var random = Random(state: 1)
    var errors = 0
    var messages = 0
    for round in 0..<20_000 {
      var bytes =
        round.isMultiple(of: 2) ? noise(&random) : mutated(Self.answers.randomElement(using: &random)!.frame, &random)
      do {
        for answer in try received(bytes, as: SpeechAnswer.self) {
          #expect(bytes.starts(with: answer.frame))
          bytes.removeFirst(answer.frame.count)
          messages += 1
        }
      } catch {
        errors += 1
      }
      _ = try? received(bytes, as: SpeechCommand.self)
    }
    #expect(errors > 1_000)
    #expect(messages > 1_000)
  }

  /// A frame's header with a plausible length, and anything behind it.
  private func noise(_ random: inout Random) -> [UInt8] {
    let body = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...8, using: &random) }
    return frame(body)
  }

  private func mutated(_ frame: [UInt8], _ random: inout Random) -> [UInt8] {
    var frame = frame
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      frame[Int.random(in: 0..<frame.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    return frame
  }

  private func frame(_ body: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(body.count)) { Array($0) } + body
  }

  private func received<Received: Message>(_ bytes: [UInt8], as: Received.Type = Received.self) throws -> [Received] {
    var reader = MessageReader<Received>()
    bytes.withUnsafeBytes { reader.append($0) }
    var messages: [Received] = []
    while let message = try reader.next() { messages.append(message) }
    return messages
  }
}

/// The same numbers every time (SplitMix64).
private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}
