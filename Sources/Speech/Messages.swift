/// What the speech process is asked. It is asked one thing at a time, and `cancel` in between.
enum SpeechCommand: Equatable, Message {
  case speak(number: UInt32, Utterance)
  case cancel(number: UInt32)
  case listVoices(number: UInt32)
  case listVariants(number: UInt32)

  var number: UInt32 {
    switch self {
    case .speak(let number, _), .cancel(let number), .listVoices(let number), .listVariants(let number): number
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .speak(let number, let utterance):
      writer.put(UInt8(0))
      writer.put(number)
      writer.put(UInt32(utterance.rate))
      writer.put(UInt32(utterance.pitch))
      writer.put(utterance.voice)
      writer.put(utterance.text)
    case .cancel(let number):
      writer.put(UInt8(1))
      writer.put(number)
    case .listVoices(let number):
      writer.put(UInt8(2))
      writer.put(number)
    case .listVariants(let number):
      writer.put(UInt8(3))
      writer.put(number)
    }
  }

  init(from reader: inout ByteReader) throws(MalformedMessage) {
    let kind = try reader.byte()
    let number = try reader.number()
    switch kind {
    case 0:
      let (rate, pitch) = (Int(try reader.number()), Int(try reader.number()))
      let (voice, text) = (try reader.text(), try reader.text())
      self = .speak(number: number, Utterance(text, voice: voice, rate: rate, pitch: pitch))
    case 1: self = .cancel(number: number)
    case 2: self = .listVoices(number: number)
    case 3: self = .listVariants(number: number)
    default: throw MalformedMessage(what: "a command of kind \(kind)")
    }
  }
}

/// What the speech process answers. To `speak`: any number of `samples`, then `end` or `failure`, also when it was
/// cancelled. To `listVoices` and `listVariants`: `voices` or `failure`.
enum SpeechAnswer: Equatable, Message {
  case samples(number: UInt32, rate: Int, [Int16])
  case end(number: UInt32)
  case failure(number: UInt32, SpeechFailure)
  case voices(number: UInt32, [Voice])

  var number: UInt32 {
    switch self {
    case .samples(let number, _, _), .end(let number), .failure(let number, _), .voices(let number, _): number
    }
  }

  func isAnswer(to command: SpeechCommand) -> Bool {
    switch (self, command) {
    case (.samples, .speak), (.end, .speak), (.failure, .speak), (.voices, .listVoices), (.failure, .listVoices),
      (.voices, .listVariants), (.failure, .listVariants):
      number == command.number
    default: false
    }
  }

  /// Samples per second that can be.
  static let rates = 8_000...192_000

  func write(to writer: inout ByteWriter) {
    switch self {
    case .samples(let number, let rate, let samples):
      writer.put(UInt8(0))
      writer.put(number)
      writer.put(UInt32(rate))
      writer.put(samples)
    case .end(let number):
      writer.put(UInt8(1))
      writer.put(number)
    case .failure(let number, let failure):
      writer.put(UInt8(2))
      writer.put(number)
      failure.write(to: &writer)
    case .voices(let number, let voices):
      writer.put(UInt8(3))
      writer.put(number)
      for voice in voices { voice.write(to: &writer) }
    }
  }

  init(from reader: inout ByteReader) throws(MalformedMessage) {
    let kind = try reader.byte()
    let number = try reader.number()
    switch kind {
    case 0:
      let rate = Int(try reader.number())
      guard Self.rates.contains(rate) else { throw MalformedMessage(what: "\(rate) samples a second") }
      self = .samples(number: number, rate: rate, try reader.samples())
    case 1: self = .end(number: number)
    case 2: self = .failure(number: number, try SpeechFailure(from: &reader))
    case 3:
      var voices: [Voice] = []
      while !reader.isAtEnd { voices.append(try Voice(from: &reader)) }
      self = .voices(number: number, voices)
    default: throw MalformedMessage(what: "an answer of kind \(kind)")
    }
  }
}

/// Why the speech process did not do what it was asked.
enum SpeechFailure: Error, Equatable, Message {
  case unknownVoice(String)
  case voiceNotInstalled(String)
  case refused(call: String, message: String)

  func write(to writer: inout ByteWriter) {
    switch self {
    case .unknownVoice(let voice):
      writer.put(UInt8(0))
      writer.put(voice)
    case .voiceNotInstalled(let voice):
      writer.put(UInt8(1))
      writer.put(voice)
    case .refused(let call, let message):
      writer.put(UInt8(2))
      writer.put(call)
      writer.put(message)
    }
  }

  init(from reader: inout ByteReader) throws(MalformedMessage) {
    switch try reader.byte() {
    case 0: self = .unknownVoice(try reader.text())
    case 1: self = .voiceNotInstalled(try reader.text())
    case 2: self = .refused(call: try reader.text(), message: try reader.text())
    case let kind: throw MalformedMessage(what: "a failure of kind \(kind)")
    }
  }
}

extension Voice: Message {
  func write(to writer: inout ByteWriter) {
    writer.put(name)
    writer.put(identifier)
    writer.put(gender.rawValue)
    writer.put(kind.rawValue)
    writer.put(UInt32(languages.count))
    for language in languages {
      writer.put(language.tag)
      writer.put(language.priority)
    }
  }

  init(from reader: inout ByteReader) throws(MalformedMessage) {
    name = try reader.text()
    identifier = try reader.text()
    guard let gender = Gender(rawValue: try reader.byte()), let kind = Kind(rawValue: try reader.byte()) else {
      throw MalformedMessage(what: "a voice of no known gender or kind")
    }
    self.gender = gender
    self.kind = kind
    languages = []
    for _ in 0..<(try reader.number()) {
      languages.append(Language(try reader.text(), priority: try reader.byte()))
    }
  }
}
