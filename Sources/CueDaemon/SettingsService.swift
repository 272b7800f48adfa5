import CueInterface
import EventLoop
import Settings
import Speech
import Varlink

/// Answers the calls of `io.cued.Settings`, and tells those who asked what changes.
@EventLoop
final class SettingsService {
  private let store: SettingsStore
  private let desk: CueDesk
  /// Who asked for changes, with `Get` and `more`: of which settings.
  private var monitors: [(call: VarlinkCall, settings: [Setting])] = []

  init(store: SettingsStore, desk: CueDesk) {
    self.store = store
    self.desk = desk
  }

  var interface: VarlinkInterface {
    VarlinkInterface(
      name: SettingsInterface.name, description: SettingsInterface.description,
      invalidField: VarlinkError.invalidSettingsField
    ) { [weak self] call in self?.answer(call) }
  }

  private func answer(_ call: VarlinkCall) {
    call.answer { call throws(VarlinkError) in
      switch call.method {
      case SettingsInterface.Get.method: try get(call)
      case SettingsInterface.Set.method: try set(call)
      default: throw .methodNotFound(call.method)
      }
    }
  }

  private func get(_ call: VarlinkCall) throws(VarlinkError) {
    let names = try call.parameters(as: SettingsInterface.Get.Parameters.self).names
    let settings = try names.map { (names) throws(VarlinkError) in try self.settings(named: names) } ?? Setting.all
    let follows = call.wantsMore && !call.isOneway
    call.reply(SettingsInterface.Get.Reply(settings: rows(settings), trouble: store.trouble), continues: follows)
    guard follows else { return }
    monitors.append((call, settings))
    call.onAbandoned = { [weak self, unowned call] in self?.monitors.removeAll { $0.call === call } }
  }

  private func set(_ call: VarlinkCall) throws(VarlinkError) {
    let wanted = try call.parameters(as: SettingsInterface.Set.Parameters.self).changes
    var changes: [SettingsStore.Change] = []
    for change in wanted {
      let setting = try settings(named: [change.name])[0]
      do throws(SettingError) {
        changes.append((setting, try change.value.map { (value) throws(SettingError) in try setting.checked(value) }))
      } catch {
        throw VarlinkError(error)
      }
    }
    guard let voice = changes.last(where: { $0.setting == .voice })?.value else { return try apply(changes, for: call) }
    desk.look(for: voice.description) { [weak self] unknown in
      guard call.isOpen else { return }
      call.answer { call throws(VarlinkError) in
        if let unknown { throw VarlinkError(SettingError(unknown)) }
        try self?.apply(changes, for: call)
      }
    }
  }

  private func apply(_ changes: [SettingsStore.Change], for call: VarlinkCall) throws(VarlinkError) {
    do {
      try store.change(changes)
    } catch {
      throw .settingsNotWritten(error.description)
    }
    call.reply(SettingsInterface.Set.Reply(settings: rows(changes.map(\.setting))))
  }

  private func settings(named names: [String]) throws(VarlinkError) -> [Setting] {
    var settings: [Setting] = []
    for name in names {
      do {
        settings.append(try Setting.named(name))
      } catch {
        throw VarlinkError(error)
      }
    }
    return settings
  }

  private func rows(_ settings: [Setting]) -> [SettingsInterface.Row] {
    settings.map { setting in
      let source: SettingsInterface.Source =
        switch store.source(of: setting) {
        case .standard: .standard
        case .file: .file
        case .option: .option
        }
      return SettingsInterface.Row(setting, value: store.settings[setting], source: source)
    }
  }

  /// Tells those who asked that these have changed.
  func tell(_ changed: [Setting]) {
    for monitor in monitors {
      let settings = changed.filter(monitor.settings.contains)
      guard !settings.isEmpty else { continue }
      monitor.call.reply(
        SettingsInterface.Get.Reply(settings: rows(settings), trouble: store.trouble), continues: true)
    }
  }
}

extension SettingError {
  fileprivate init(_ unknown: UnknownVoice) {
    self = .invalid(
      Setting.voice.name,
      reason: "cannot be \(unknown.name), which is no voice: did you mean \(unknown.nearest.joined(separator: ", "))?")
  }
}
