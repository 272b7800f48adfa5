import Cue
import Ducking
import Spelling

extension Setting {
  /// All that there is to set, in the order in which it is shown.
  public static let all: [Setting] =
    [voice, rate, pitch, volume, speech] + Event.Kind.allCases.map(speech(of:))
    + [chimes] + Chime.allCases.map(chime(_:)) + [pause, ducking, duckDepth, role, wake, output]

  /// The setting of that name.
  ///
  /// - Throws: ``SettingError/unknown(_:nearest:)``
  public static func named(_ name: String) throws(SettingError) -> Setting {
    guard let setting = byName[name] else {
      throw .unknown(name, nearest: all.map { Spelling($0.name) }.nearest(to: name, count: 3))
    }
    return setting
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  // MARK: Speech

  public static let voice = Setting(
    name: "voice", kind: .name, standard: nil,
    meaning: "The voice that speaks where a cue names none, as \"cuectl voices\" lists them; where it is not set, an "
      + "English one that suits the locale.")

  static let rate = Setting(
    name: "rate", kind: .number(80...450, unit: "words a minute"), standard: .number(175),
    meaning: "How fast is spoken.")

  static let pitch = Setting(
    name: "pitch", kind: .number(0...99, unit: "on espeak-ng's scale"), standard: .number(50),
    meaning: "How high is spoken, from low to high.")

  public static let volume = Setting(
    name: "volume", kind: .number(0...150, unit: "percent"), standard: .number(100),
    meaning: "How loud chimes and speech are: 50 is 6 dB less, 150 is 3.5 dB more, and what would be too loud for the "
      + "output then is limited; at 0 nothing is heard, and nothing gets quieter.")

  static let speech = Setting(
    name: "speech", kind: .flag, standard: .flag(true),
    meaning: "Whether sentences are spoken at all.")

  static func speech(of kind: Event.Kind) -> Setting {
    Setting(
      name: "speech.\(kind.rawValue)", kind: .flag, standard: .flag(true),
      meaning: kind == .warning
        ? "Whether the sentence of warning cues is spoken; in English they have none."
        : "Whether the sentence of \(kind.rawValue) cues is spoken.")
  }

  // MARK: Chimes

  public static let chimes = Setting(
    name: "chimes", kind: .flag, standard: .flag(true),
    meaning: "Whether chimes are heard at all, the ticks of warnings included.")

  static func chime(_ chime: Chime) -> Setting {
    Setting(
      name: "chime.\(chime.rawValue)", kind: .flag, standard: .flag(true),
      meaning: "Whether the chime \(chime.rawValue) is heard.")
  }

  static let pause = Setting(
    name: "pause", kind: .number(0...2_000, unit: "milliseconds"), standard: .number(120),
    meaning: "The silence between a chime and the sentence behind it.")

  // MARK: Other sound

  public static let ducking = Setting(
    name: "ducking", kind: .choice([auto] + DuckingStrategy.allCases.map(\.rawValue)), standard: .word(auto),
    meaning: "How other sound gets quieter: server takes what is set up in the sound server, role loads PulseAudio's "
      + "module-role-ducking, volume lowers the other streams and gives them back, off does nothing, and auto takes "
      + "the best that the sound server offers.")

  public static let duckDepth = Setting(
    name: "duck_db",
    kind: .number(DuckingDepth.range, unit: "decibels"), standard: .number(DuckingDepth.standard.decibels),
    meaning: "By how much other sound gets quieter, where that is not the sound server's to say.")

  static let role = Setting(
    name: "role", kind: .role, standard: nil,
    meaning: "The role of cued's stream, by which a sound server may treat it in its own way; where it is not set, one "
      + "that suits the way in which other sound gets quieter.")

  public static let wake = Setting(
    name: "wake_ms", kind: .number(0...2_000, unit: "milliseconds", orAuto: true), standard: .word(auto),
    meaning: "The silence before a cue where the output rests and would swallow its beginning; auto is 400 on "
      + "Bluetooth outputs and none on others.")

  static let output = Setting(
    name: "output", kind: .name, standard: nil,
    meaning: "The sink on which cues are heard, by the name that \"pactl list short sinks\" gives it; where it is not "
      + "set, or not there, the sound server's default.")
}
