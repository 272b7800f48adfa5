import Cue
import Ducking

/// How cues sound, and how other sound makes room for them: what was set, and else what holds where nothing is.
public struct Settings: Equatable, Sendable {
  /// By names of settings that there are, and each as it may be.
  private let values: [String: SettingValue]

  public init() { values = [:] }

  init(_ values: [String: SettingValue]) { self.values = values }

  /// What holds; nil: it is not set, and there is no one value then.
  public subscript(setting: Setting) -> SettingValue? { values[setting.name] ?? setting.standard }

  private func isOn(_ setting: Setting) -> Bool { self[setting] == .flag(true) }

  private func number(_ setting: Setting) -> Int? {
    if case .number(let number) = self[setting] { number } else { nil }
  }

  private func word(_ setting: Setting) -> String? {
    if case .word(let word) = self[setting] { word } else { nil }
  }
}

extension Settings {
  /// Nil: the default one.
  public var voice: String? { word(.voice) }

  /// Words a minute.
  public var rate: Int { number(.rate) ?? 0 }

  public var pitch: Int { number(.pitch) ?? 0 }

  /// In percent of the samples' amplitude.
  public var volume: Int { number(.volume) ?? 0 }

  /// Whether the sentence of such events is spoken.
  public func speaks(_ kind: Event.Kind) -> Bool { isOn(.speech) && isOn(.speech(of: kind)) }

  public func sounds(_ chime: Chime) -> Bool { isOn(.chimes) && isOn(.chime(chime)) }

  /// Between chime and speech.
  public var pause: Duration { .milliseconds(number(.pause) ?? 0) }

  /// Nil: whatever suits the server.
  public var ducking: DuckingStrategy? { word(.ducking).flatMap(DuckingStrategy.init(rawValue:)) }

  public var duckDepth: DuckingDepth { number(.duckDepth).flatMap(DuckingDepth.init(decibels:)) ?? .standard }

  /// Of our stream; nil: whatever suits the way of ducking.
  public var role: String? { word(.role) }

  /// The silence before a cue where the output rests; nil: whatever suits the output.
  public var wake: Duration? { number(.wake).map { .milliseconds($0) } }

  /// The name of a sink; nil: the server's default.
  public var output: String? { word(.output) }
}
