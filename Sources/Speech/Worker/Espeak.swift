import CEspeakNG

/// The espeak-ng library. It has one global state, so there is one of these in a process.
final class Espeak {
  /// Takes the next samples, and how many of them make a second; false ends the speech.
  typealias Receiver = (_ rate: Int, _ samples: [Int16]) -> Bool

  /// The voice that is set, as it was asked for; nil: not known.
  private var current: String?

  // Each list reads some hundred files, 5 ms, and only the first is always needed.
  private let formantVoices: [Voice]
  private lazy var mbrolaVoices = listVoices(.mbrola, language: "mb")
  /// What can stand behind a voice's name and a `+`. They speak no language of their own.
  private(set) lazy var variants = listVoices(.formant, language: "variant")

  init() throws(SpeechFailure) {
    // The library would otherwise end the process with a message where its data is missing.
    let rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, nil, espeakINITIALIZE_DONT_EXIT)
    guard rate > 0 else {
      throw .refused(call: "espeak_Initialize", message: "its data is missing or damaged: install espeak-ng-data")
    }
    espeak_SetSynthCallback { samples, count, events in
      Delivery.of(events)?.take(samples, count, events) ?? 0
    }
    formantVoices = listVoices(.formant)
  }

  /// Where it looks for its voices, started or not.
  static var dataFolder: String {
    espeak_ng_InitializePath(nil)
    var folder: UnsafePointer<CChar>?
    espeak_Info(&folder)
    return folder.map { String(cString: $0) } ?? ""
  }

  /// Speaks, and returns when all of it was received.
  func speak(_ utterance: Utterance, receiver: @escaping Receiver) throws(SpeechFailure) {
    try select(utterance.voice)
    espeak_ng_SetParameter(espeakRATE, Int32(utterance.rate), 0)
    espeak_ng_SetParameter(espeakPITCH, Int32(utterance.pitch), 0)
    let text = plainText(utterance.text)
    let delivery = Delivery(rate: Int(espeak_ng_GetSampleRate()), receiver: receiver)
    // Neither espeakSSML nor espeakPHONEMES: nothing in a text is a command. Without the pause at the end, the echo
    // that some variants have would be cut off.
    let flags = UInt32(espeakCHARS_UTF8 | espeakENDPAUSE)
    let status = withExtendedLifetime(delivery) {
      espeak_ng_Synthesize(
        text, text.utf8.count + 1, 0, POS_CHARACTER, 0, flags, nil, Unmanaged.passUnretained(delivery).toOpaque())
    }
    guard status == ENS_OK || delivery.isStopped else {
      throw .refused(call: "espeak_ng_Synthesize", message: message(of: status))
    }
  }

  /// All voices that can speak.
  func voices() -> [Voice] {
    // A MBROLA voice that espeak-ng can load is the proof that its data, its program and its phoneme table are there.
    // Loading costs a process, so it is tried only where there is data.
    let mbrola = mbrolaVoices.filter { hasMbrolaData($0) && load($0.identifier) == ENS_OK }
    current = nil
    return formantVoices + mbrola
  }

  private func select(_ name: String) throws(SpeechFailure) {
    guard name != current else { return }
    current = nil
    guard let (voice, variant) = find(name) else { throw .unknownVoice(name) }
    let status = load(voice.identifier + variant)
    if voice.kind == .mbrola, status != ENS_OK { throw .voiceNotInstalled(name) }
    guard status == ENS_OK else { throw .refused(call: "espeak_ng_SetVoiceByName", message: message(of: status)) }
    current = name
  }

  /// The voice, installed or not, and the variant, with its `+`, or nothing. Where espeak-ng finds no variant of the
  /// name it speaks without one, and says nothing.
  private func find(_ name: String) -> (Voice, variant: String)? {
    let parts = name.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let voice = formantVoices.named(parts[0]) ?? mbrolaVoices.named(parts[0]) else { return nil }
    guard parts.count == 2 else { return (voice, "") }
    return variants.named(parts[1]).map { (voice, "+" + $0.fileName) }
  }

  private func load(_ identifier: String) -> espeak_ng_STATUS {
    espeak_ng_SetVoiceByName(identifier)
  }

  private func message(of status: espeak_ng_STATUS) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      espeak_ng_GetStatusCodeMessage(status, buffer.baseAddress, buffer.count)
      return String(cString: buffer.baseAddress!)
    }
  }

}

/// Passes on what the library's callback brings, and remembers what it must know in between.
private final class Delivery {
  private var rate: Int
  private let receiver: Espeak.Receiver
  private(set) var isStopped = false

  init(rate: Int, receiver: @escaping Espeak.Receiver) {
    self.rate = rate
    self.receiver = receiver
  }

  /// The delivery that was handed to the library along with the text; it returns it in each event, the last included.
  static func of(_ events: UnsafeMutablePointer<espeak_EVENT>?) -> Delivery? {
    guard let context = events?.pointee.user_data else { return nil }
    return Unmanaged<Delivery>.fromOpaque(context).takeUnretainedValue()
  }

  /// - Returns: what the library wants to hear: 0 to go on, 1 to stop.
  func take(
    _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32, _ events: UnsafeMutablePointer<espeak_EVENT>?
  ) -> Int32 {
    noteRate(events)
    guard let samples, count > 0, !isStopped else { return isStopped ? 1 : 0 }
    isStopped = !receiver(rate, Array(UnsafeBufferPointer(start: samples, count: Int(count))))
    return isStopped ? 1 : 0
  }

  /// The rate changes within a text where it changes to a MBROLA voice for another language.
  private func noteRate(_ events: UnsafeMutablePointer<espeak_EVENT>?) {
    guard var event = events else { return }
    while event.pointee.type != espeakEVENT_LIST_TERMINATED {
      if event.pointee.type == espeakEVENT_SAMPLERATE { rate = Int(event.pointee.id.number) }
      event += 1
    }
  }
}
