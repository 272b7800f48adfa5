import CueInterface
import RunScreen
import Settings

/// How cues sound, as the daemon has it, and what keys change about it.
struct CueControls: Equatable {
  /// In percent.
  static let step = 10
  static let volumes = 0...150

  /// A volume of which 1 is 100 percent.
  static func percent(_ volume: Double) -> Int {
    Int((volume * 100).rounded().clamped(to: Double(volumes.lowerBound)...Double(volumes.upperBound)))
  }

  /// What the daemon has told.
  private var told = CueLevel()
  /// What it was asked for since, and has not answered: until then, what it tells is older than that.
  private var wanted = CueLevel()
  private var unanswered = 0

  /// Whether chimes are heard; nil: not known.
  var chimes: Bool? { wanted.chimes ?? told.chimes }
  /// In percent; nil: not known.
  var volume: Int? { wanted.volume ?? told.volume }
  /// What a runner is shown of it.
  var level: CueLevel { CueLevel(chimes: chimes, volume: volume) }

  /// What the daemon tells of its settings.
  mutating func take(_ rows: [SettingsInterface.Row]) {
    for row in rows {
      switch (row.name, row.value) {
      case (Setting.chimes.name, .flag(let isOn)): told.chimes = isOn
      case (Setting.volume.name, .number(let percent)): told.volume = percent
      default: break
      }
    }
  }

  /// The daemon has answered a change with what holds since, or, with nothing, refused it.
  mutating func answered(_ rows: [SettingsInterface.Row]) {
    take(rows)
    unanswered -= 1
    if unanswered == 0 { wanted = CueLevel() }
  }
}

// MARK: - Changes

extension CueControls {
  /// Mutes chimes, or lets them be heard again.
  mutating func toggleChimes() -> SettingsInterface.Change? {
    guard let chimes else { return nil }
    wanted.chimes = !chimes
    unanswered += 1
    return .init(name: Setting.chimes.name, value: .flag(!chimes))
  }

  /// Goes to the next multiple of ``step``.
  mutating func stepVolume(up: Bool) -> SettingsInterface.Change? {
    guard let volume else { return nil }
    return setVolume(to: up ? (volume / Self.step + 1) * Self.step : (volume - 1) / Self.step * Self.step)
  }

  /// - Parameter percent: what is outside of ``volumes`` becomes the nearest in there.
  /// - Returns: nil where it is that already.
  mutating func setVolume(to percent: Int) -> SettingsInterface.Change? {
    let percent = min(max(percent, Self.volumes.lowerBound), Self.volumes.upperBound)
    guard let volume, percent != volume else { return nil }
    wanted.volume = percent
    unanswered += 1
    return .init(name: Setting.volume.name, value: .number(percent))
  }
}

extension Double {
  /// Itself, or the nearest in that range; what is no number is the range's beginning.
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
