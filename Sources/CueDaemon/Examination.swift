import CueInterface
import EventLoop
import Playback
import Sound

/// Looks at all that is needed for a cue to be heard. It waits a little for what a daemon that has just started does
/// not know yet, and for a sound server that does not answer.
@EventLoop
final class Examination {
  private static let interval: Duration = .milliseconds(20)
  private static let patience: Duration = .seconds(2)

  private let desk: CueDesk
  private let settingsTrouble: String?
  private let handler: @EventLoop (Examination, [Cues.Finding]) -> Void
  private let begin = Timer.Clock.boot.now
  private var timer: Timer?
  private var hasAsked = false

  /// - Parameters:
  ///   - settingsTrouble: why the settings file is not in force; nil: it is.
  ///   - handler: is called once, and not before this returns.
  init(
    of desk: CueDesk, settingsTrouble: String?, handler: @escaping @EventLoop (Examination, [Cues.Finding]) -> Void
  ) {
    self.desk = desk
    self.settingsTrouble = settingsTrouble
    self.handler = handler
    timer = Timer(.boot) { [weak self] in self?.look() }
    timer?.arm(after: .zero)
  }

  private func look() {
    let isOver = Duration.microseconds(Timer.Clock.boot.now - begin) >= Self.patience
    let isReady = desk.output.server != nil && desk.voice != nil
    if isOver { return finish(nil) }
    timer?.arm(after: Self.interval)
    guard isReady, !hasAsked else { return }
    hasAsked = true
    desk.levels { [weak self] in self?.finish($0) }
  }

  private func finish(_ levels: OutputLevels?) {
    guard let timer else { return }
    timer.cancel()
    self.timer = nil
    handler(self, findings(levels))
  }

  private func findings(_ levels: OutputLevels?) -> [Cues.Finding] {
    let output = desk.output
    let sound =
      output.server == nil
      ? [Cues.Finding(withoutServer: output)]
      : [Cues.Finding(server: output, answers: levels != nil)] + output.findings(levels)
    return sound + [voice] + sounds + [settings, journal]
  }

  private var settings: Cues.Finding {
    guard let settingsTrouble else { return Cues.Finding("settings", .ok, "in force; \"cuectl get\" shows them") }
    return Cues.Finding(
      "settings", .warning, "those from before are in force: \(settingsTrouble)",
      advice: "Mend or remove the file, then \"systemctl --user reload cued\" or \"pkill -HUP -x cued\"")
  }

  private var voice: Cues.Finding {
    guard let voice = desk.voice else {
      return Cues.Finding(
        "voice", .failure, "espeak-ng has none that speaks English",
        advice: "Install its voices, on Debian with \"apt install espeak-ng-data\"")
    }
    guard let missing = desk.missingVoice else { return Cues.Finding("voice", .ok, voice) }
    return Cues.Finding(
      "voice", .warning, "\(missing), which is set, is not installed: \(voice) speaks",
      advice: "Install it, or choose one of \"cuectl voices\" with \"cuectl set voice NAME\"")
  }

  private var sounds: [Cues.Finding] {
    let own = desk.ownSounds()
    let used = own.filter { $0.error == nil }.map(\.path)
    let refused = own.compactMap(\.error).map { error in
      Cues.Finding(
        "sounds", .warning, "\(error): the built-in chime is heard",
        advice: "Replace it by a sound of at most \(OwnChimes.longest.duration.components.seconds) s, or remove it")
    }
    let words = used.isEmpty ? "the chimes are the built-in ones" : "of your own: \(used.joined(separator: ", "))"
    return [Cues.Finding("sounds", .ok, words)] + refused
  }

  private var journal: Cues.Finding {
    guard let trouble = desk.unjournaled else {
      return Cues.Finding("journal", .ok, "what waits would outlive a crash")
    }
    return Cues.Finding("journal", .warning, trouble, advice: "Make room, or let cued write there")
  }
}

extension Cues.Finding {
  fileprivate init(withoutServer output: PlaybackStatus) {
    self.init(
      "sound server", .failure, output.reason,
      advice: "Start one, as with \"systemctl --user start pipewire-pulse\" or \"pulseaudio --start\", or restart it")
  }

  fileprivate init(server output: PlaybackStatus, answers: Bool) {
    let name = output.server ?? ""
    self =
      answers
      ? Self("sound server", .ok, name)
      : Self(
        "sound server", .failure, "\(name) does not answer",
        advice: "Restart it, as with \"systemctl --user restart pipewire-pulse\" or \"pulseaudio --kill\"")
  }
}

extension PlaybackStatus {
  /// What is to be said of the output, our stream there, and the ducking.
  fileprivate func findings(_ levels: OutputLevels?) -> [Cues.Finding] {
    [outputFinding(levels?.sink), streamFinding(levels), duckingFinding].compactMap(\.self)
  }

  private func outputFinding(_ level: VolumeLevel?) -> Cues.Finding {
    guard let output else {
      return Cues.Finding("output", .failure, "there is none", advice: "Connect or switch on something to hear with")
    }
    if let missingOutput {
      return Cues.Finding(
        "output", .warning, "\(output), since \(missingOutput), which is set, is not there",
        advice: "Connect it, or \"cuectl unset output\"")
    }
    return Cues.Finding(
      "output", output, level, unmute: "pactl set-sink-mute \(output) 0", raise: "pactl set-sink-volume \(output) 50%")
  }

  private func streamFinding(_ levels: OutputLevels?) -> Cues.Finding? {
    guard let levels, let level = levels.stream else { return nil }
    let index = levels.streamIndex
    return Cues.Finding(
      "stream", "cued's own", level, unmute: "pactl set-sink-input-mute \(index) 0",
      raise: "pactl set-sink-input-volume \(index) 100%")
  }

  private var duckingFinding: Cues.Finding {
    let words = "\(ducking.rawValue): \(reason)"
    guard unchangeable == 0 else {
      return Cues.Finding(
        "ducking", .warning, "\(words); \(unchangeable) of the streams cannot be made quieter",
        advice: "Lower them yourself, in their programs")
    }
    return Cues.Finding("ducking", .ok, words)
  }
}

extension Cues.Finding {
  /// Below this, a cue is hardly heard beside anything else, in percent.
  private static let faint = 15

  /// - Parameters:
  ///   - unmute: the command that takes the mute away.
  ///   - raise: the command that makes it loud enough.
  fileprivate init(_ subject: String, _ name: String, _ level: VolumeLevel?, unmute: String, raise: String) {
    switch level {
    case nil: self.init(subject, .ok, name)
    case let level? where level.isMuted:
      self.init(subject, .failure, "\(name), muted", advice: "Take the mute away, as with \"\(unmute)\"")
    case let level? where level.isZero:
      self.init(subject, .failure, "\(name), at volume zero", advice: "Turn it up, as with \"\(raise)\"")
    case let level? where level.percent < Self.faint:
      self.init(
        subject, .warning, "\(name), at \(level.percent) %, which is faint",
        advice: "Turn it up, as with \"\(raise)\"")
    case let level?: self.init(subject, .ok, "\(name), at \(level.percent) %")
    }
  }
}
