import CueInterface
import EventLoop
import Glibc
import Settings
import SoundLab

extension DaemonProcess {
  /// Changes settings, each given by its name and what cuectl would be told.
  func set(_ changes: KeyValuePairs<String, String>) async throws {
    _ = try await connect().set(
      changes.map { .init(name: $0.key, value: try Setting.named($0.key).value(written: $0.value)) })
  }

  func unset(_ names: String...) async throws {
    _ = try await connect().set(names.map { .init(name: $0, value: nil) })
  }

  /// What a setting is set to.
  func setting(_ name: String) async throws -> SettingValue? {
    try await connect().settings([name]).settings.first?.value
  }
}

/// The settings that these are.
func settings(_ values: KeyValuePairs<String, String>) throws -> Settings {
  var document = SettingsDocument()
  for (name, text) in values {
    let setting = try Setting.named(name)
    document.set(try setting.value(written: text), for: setting)
  }
  return document.settings()
}

/// Runs `body`, after and before which nothing is set.
@EventLoop
func withoutSettings<Result: Sendable>(
  on server: SoundServer = .current, _ body: @EventLoop () async throws -> Result
) async throws -> Result {
  unlink(server.settingsFile)
  defer { unlink(server.settingsFile) }
  return try await body()
}
