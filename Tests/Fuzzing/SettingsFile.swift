import FoundationEssentials
import JSON
import Settings

/// The settings file: what is read may be set, and is the same when it is written as JSON and read again.
func readSettings(_ input: UnsafeRawBufferPointer) {
  guard let document = try? SettingsDocument(reading: Array(input)) else { return }
  for (name, value) in document.values {
    let checked = try? Setting.named(name).checked(value)
    precondition(checked == value, "\(name) is read as \(value), which it may not be")
  }
  let settings = document.settings()
  _ = (settings.duckDepth, settings.wake, settings.pause, settings.ducking)
  guard let written = try? JSONEncoder().encode(document.json) else {
    preconditionFailure("settings that were read cannot be written")
  }
  let again = try? SettingsDocument(reading: Array(written))
  precondition(again == document, "settings that were read are others when they are written again")
}
