import Glibc

/// One of many clients, on a thread of its own: good and bad messages mixed, some at a time, each answer checked.
struct SoakClient {
  private static let longestBatch = 8
  /// Sessions, and the ids in each: so few that all are known after a tenth of the messages, and what is remembered of
  /// them grows no more.
  private static let (sessions, ids) = (3, 20)
  /// Far enough ahead that no cue becomes due meanwhile: microseconds since 1970.
  private let farAhead: Int64

  private let number: Int
  private let path: String
  private var random: Generator
  private var connection: RawConnection
  /// Makes every name that is to be found in an answer another.
  private var count = 0

  /// Messages to be sent in one piece, and what each answer must contain, in order.
  private struct Batch {
    var bytes: [UInt8] = []
    var messages = 0
    var answers: [[String]] = []

    mutating func add(_ message: String, answer: [String]?) {
      bytes += message.utf8
      bytes.append(0)
      messages += 1
      if let answer { answers.append(answer) }
    }
  }

  init(_ number: Int, path: String) throws(SoakError) {
    self.number = number
    self.path = path
    farAhead = (Int64(time(nil)) + 86_400) * 1_000_000
    random = Generator(state: UInt64(number))
    connection = try RawConnection(path)
  }

  /// Sends some messages and reads all their answers.
  ///
  /// - Returns: how many messages.
  mutating func exchange() throws(SoakError) -> Int {
    if Int.random(in: 0..<50, using: &random) == 0 { return try misbehave() }
    var batch = Batch()
    for _ in 0..<Int.random(in: 1...Self.longestBatch, using: &random) { add(to: &batch) }
    guard connection.send(batch.bytes) else { throw SoakError("client \(number) was hung up on") }
    for expected in batch.answers {
      guard let answer = try connection.receive() else { throw SoakError("client \(number) was hung up on") }
      guard expected.allSatisfy({ contains(answer, $0) }) else {
        throw SoakError("client \(number) was answered \(String(decoding: answer, as: UTF8.self)), not \(expected)")
      }
    }
    return batch.messages
  }

  private mutating func add(to batch: inout Batch) {
    count += 1
    let name = "\(number)-\(count)"
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2: addPair(to: &batch)
    case 3:
      batch.add(
        #"{"method":"io.cued.Cues.Cancel","parameters":{"id":"\#(name)"}}"#,
        answer: ["NoSuchCue", #""id":"\#(name)""#])
    case 4:
      batch.add(
        #"{"method":"io.cued.Cues.Play","parameters":{"cue":{"id":"a","event":"halfway","\#(name)":1}}}"#,
        answer: ["InvalidField", #""field":"cue.\#(name)""#])
    case 5:
      batch.add(#"{"method":"io.cued.Cues.No\#(name)"}"#, answer: ["MethodNotFound", "io.cued.Cues.No\(name)\""])
    case 6: batch.add(#"{"method":"io.no\#(name).Do"}"#, answer: ["InterfaceNotFound", "io.no\(name)\""])
    case 7: batch.add(#"{"method":"io.cued.Cues.GetStatus"}"#, answer: [#""connections":"#, #""waiting":"#])
    case 8:
      batch.add(
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"io.cued.Cues"}}"#,
        answer: ["interface io.cued.Cues"])
    default:
      batch.add(
        #"{"method":"io.cued.Cues.Cancel","parameters":{"id":"\#(name)"},"oneway":true}"#, answer: nil)
    }
  }

  /// A cue, and that it is taken back.
  private mutating func addPair(to batch: inout Batch) {
    let isInSession = Bool.random(using: &random)
    let id = isInSession ? "\(count % Self.ids)" : "\(count)"
    let session = isInSession ? #","session":"soak-\#(number)-\#(count % Self.sessions)""# : ""
    let event = [#""halfway""#, #""say","text":"Café \#(count) 🏃","chime":"bell""#].randomElement(using: &random)!
    batch.add(
      #"{"method":"io.cued.Cues.Play","parameters":{"cue":{"id":"\#(id)"\#(session),"event":\#(event),"at_usec":\#(farAhead)}}}"#,
      answer: [#""state":"scheduled""#])
    batch.add(
      #"{"method":"io.cued.Cues.Cancel","parameters":{"id":"\#(id)"\#(session)}}"#, answer: [#""cancelled":1"#])
  }

  /// Sends what ends the connection, and begins another.
  private mutating func misbehave() throws(SoakError) -> Int {
    let status = #"{"method":"io.cued.Cues.GetStatus"}"#
    switch Int.random(in: 0..<5, using: &random) {
    case 0: connection.send(Array("GET / HTTP/1.1\0".utf8))
    case 1: connection.send(Array(#"{"method":"a.b","parameters":\#(String(repeating: "[", count: 40))"#.utf8) + [0])
    case 2: connection.send([UInt8](repeating: 0x78, count: 100_000))
    case 3:
      connection.send(Array(status.utf8.prefix(20)))
      connection = try RawConnection(path)
      return 1
    default:
      connection.send(Array(status.utf8) + [0] + Array(status.utf8) + [0])
      connection = try RawConnection(path)
      return 2
    }
    while let answer = try connection.receive() {
      throw SoakError("client \(number) was answered \(String(decoding: answer, as: UTF8.self)), not hung up on")
    }
    connection = try RawConnection(path)
    return 1
  }
}

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
