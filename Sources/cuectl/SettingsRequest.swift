import CommandLineTool
import CueInterface
import Settings

/// What is to be done about settings, as the command line tells it.
enum SettingsRequest: Equatable {
  /// Nil: all.
  case get(Setting?)
  case set([SettingsInterface.Change])
}

extension SettingsRequest {
  /// Of the verb `get`.
  init(getting words: ArraySlice<String>) throws(UsageError) {
    if let second = words.dropFirst().first { throw UsageError("\(second): get takes one NAME") }
    self = .get(try words.first.map { (name) throws(UsageError) in try Setting(word: name) })
  }

  /// Of the verb `set`.
  init(setting words: ArraySlice<String>) throws(UsageError) {
    guard words.count >= 2 else { throw UsageError("set: needs a NAME and a VALUE; \"cuectl get\" lists the names") }
    var changes: [SettingsInterface.Change] = []
    var rest = words
    while let name = rest.popFirst() {
      guard let text = rest.popFirst() else { throw UsageError("\(name): needs a VALUE") }
      changes.append(try Setting(word: name).change(to: text))
    }
    self = .set(changes)
  }

  /// Of the verb `unset`.
  init(unsetting words: ArraySlice<String>) throws(UsageError) {
    if words.isEmpty { throw UsageError("unset: needs a NAME; \"cuectl get\" lists the names") }
    self = .set(
      try words.map { (name) throws(UsageError) in .init(name: try Setting(word: name).name, value: nil) })
  }

  /// Of the verb `chimes`.
  init(chimes words: ArraySlice<String>) throws(UsageError) {
    guard let word = words.first else { throw UsageError("chimes: needs on or off") }
    if let second = words.dropFirst().first { throw UsageError("\(second): chimes takes on or off alone") }
    self = .set([try Setting.chimes.change(to: word)])
  }
}

extension Setting {
  fileprivate init(word: String) throws(UsageError) {
    do {
      self = try .named(word)
    } catch {
      throw UsageError(error.description)
    }
  }

  fileprivate func change(to text: String) throws(UsageError) -> SettingsInterface.Change {
    do {
      return .init(name: name, value: try value(written: text))
    } catch {
      throw UsageError(error.description)
    }
  }
}
