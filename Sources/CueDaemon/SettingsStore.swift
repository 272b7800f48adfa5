import EventLoop
import Settings

/// The settings that are in force: those of the command line, else those of the file, else those that hold where nothing
/// is set.
@EventLoop
final class SettingsStore {
  /// What is to be set: a value, or nothing any more.
  typealias Change = (setting: Setting, value: SettingValue?)

  /// Where a value comes from.
  enum Source { case standard, file, option }

  private(set) var settings: Settings

  /// Called when what is in force has changed, with the settings for which it has.
  var onChange: @EventLoop ([Setting]) -> Void = { _ in }
  /// Called with what is worth a line for the person.
  var onNotice: @EventLoop (String) -> Void = { _ in }

  private let file: SettingsFile
  private let options: [String: SettingValue]
  private var document = SettingsDocument()
  /// What was wrong with the file when it was last read.
  private var fault: String?

  /// - Parameter options: what the command line says, by the names of settings.
  init(_ file: SettingsFile, options: [String: SettingValue]) {
    self.file = file
    self.options = options
    settings = document.settings(overriddenBy: options)
  }

  /// Why what the file says now is not in force, with its path; nil: it is.
  var trouble: String? {
    do {
      return try file.read() == document ? nil : "\(file.path): it was changed, and not read since"
    } catch {
      return error.description
    }
  }

  func source(of setting: Setting) -> Source {
    if options[setting.name] != nil { return .option }
    return document.values[setting.name] == nil ? .standard : .file
  }

  /// Reads the file. One that cannot be read leaves in force what was.
  func load() {
    do {
      take(try file.read())
    } catch {
      if error.description != fault {
        onNotice("\(error): the settings from before stay in force")
      }
      fault = error.description
    }
  }

  /// Sets all of these, in the file and in force, or none.
  func change(_ changes: [Change]) throws(SettingsFile.Failure) {
    // Somebody may have edited it, and what they wrote must not be lost, nor be taken back by us.
    let found = try file.read()
    var document = found
    for change in changes { document.set(change.value, for: change.setting) }
    if document != found { try file.write(document) }
    take(document)
  }

  private func take(_ document: SettingsDocument) {
    let unknown = Set(document.others.keys).subtracting(self.document.others.keys)
    if !unknown.isEmpty {
      onNotice("\(file.path): no settings, and kept: \(unknown.sorted().joined(separator: ", "))")
    }
    if fault != nil { onNotice("\(file.path) is in force again") }
    fault = nil
    let before = settings
    self.document = document
    settings = document.settings(overriddenBy: options)
    let changed = Setting.all.filter { settings[$0] != before[$0] }
    if !changed.isEmpty { onChange(changed) }
  }
}
